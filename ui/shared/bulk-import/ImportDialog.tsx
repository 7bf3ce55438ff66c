import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import {
  EXTRA,
  IGNORED,
  type ImportDetail,
  MOST_HEAD_ROWS,
  MOST_ROWS,
  type StartImport,
} from '../../../src/bulk-import/contract'
import { errorText } from '../errorText'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import { ErrorNote } from '../kit/ErrorNote'
import { JobProgress } from '../kit/JobProgress'
import { useInDialog } from '../kit/jobs'
import { Note } from '../kit/Note'
import { Skeleton } from '../kit/Skeleton'
import { Toggle } from '../kit/Toggle'
import { toast } from '../kit/toast'
import { saveFile } from '../saveFile'
import {
  type Address,
  cancelImport,
  faultsQuery,
  fetchErrors,
  fetchExample,
  guessAgain,
  importQuery,
  startImport,
  uploadSheet,
} from './api'
import { countsOf } from './counts'
import { faultIn } from './mapping'
import { SheetChoice, SheetRepairs } from './SheetChoice'
import { SheetDrop } from './SheetDrop'
import { jobIdOf, jobStateOf } from './spec'

const MOST_BYTES = 10 * 1024 * 1024

const importFields = [
  'name',
  'middleName',
  'lastName',
  'company',
  'legalName',
  'number',
  'areaCode',
  'countryCode',
  'email',
  'category',
  'metaId',
] as const

type Props = {
  address: Address
  /** The import target, if there is a choice. */
  uploadTo?: Address
  /** Fields that a spreadsheet may contain. */
  mostRows?: number
  title: string
  /** Shown before a file is chosen. */
  help: ReactNode
  /** Label of the switch that lets the import update existing rows. */
  update: string
  /** An earlier import to show again. */
  id?: number | undefined
  onClose(): void
}

/** Imports a spreadsheet: choose the file, map its columns, then the server imports it in the background. */
export function ImportDialog({ id: shown, ...props }: Props) {
  const cache = useQueryClient()
  const [id, setId] = useState(shown ?? null)
  const [file, setFile] = useState<File | null>(null)
  const take = (detail: ImportDetail, file: File) => {
    cache.setQueryData(importQuery(props.address, detail.id).queryKey, detail)
    setFile(file)
    setId(detail.id)
  }
  return id === null ? (
    <ChooseFile {...props} onTaken={take} />
  ) : (
    <OneImport key={id} {...props} id={id} file={file} onTaken={take} onOther={() => setId(null)} />
  )
}

type Step = Omit<Props, 'id'>
type ImportDone = (detail: ImportDetail, file: File) => void

function ChooseFile({
  address,
  uploadTo = address,
  mostRows = MOST_ROWS,
  title,
  help,
  onClose,
  onTaken,
}: Step & { onTaken: ImportDone }) {
  const t = useText()
  const { number, size } = useFormat()
  const upload = useMutation({ mutationFn: (file: File) => uploadSheet(uploadTo, file), onSuccess: onTaken })
  const example = useMutation({
    mutationFn: () => fetchExample(address, t('imports.exampleName')),
    onSuccess: saveFile,
    onError: toast.failure,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <Button tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <div className="dialog-body grid auto-rows-max gap-4">
        <div className="grid gap-2 text-sm text-muted">{help}</div>
        {upload.error && <ErrorNote>{errorText(t, upload.error)}</ErrorNote>}
        <SheetDrop
          label={t(upload.isPending ? 'imports.reading' : 'imports.choose')}
          maxBytes={MOST_BYTES}
          isBusy={upload.isPending}
          onTake={(file) => upload.mutate(file)}
        />
        <p className="text-xs text-faint">{t('imports.formats', { most: number(mostRows), size: size(MOST_BYTES) })}</p>
        <div>
          <Button size="sm" tone="ghost" icon={<Download />} busy={example.isPending} onClick={() => example.mutate()}>
            {t('imports.example')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** `file`: unknown for an earlier import. */
type One = Step & { id: number; file: File | null; onTaken: ImportDone; onOther(): void }

function OneImport(props: One) {
  const { address, title, id, onClose } = props
  const t = useText()
  const { data, error } = useQuery(importQuery(address, id))
  if (data?.state === 'ready') return <Columns {...props} detail={data} />
  if (data) return <Way {...props} detail={data} />
  return (
    <Dialog open onClose={onClose} title={title} size="md">
      <div className="dialog-body">
        {error ? <ErrorNote>{errorText(t, error)}</ErrorNote> : <Skeleton className="h-24" />}
      </div>
    </Dialog>
  )
}

/** The column mapping, above the first rows. */
function Columns({
  address,
  uploadTo = address,
  title,
  update,
  file,
  onTaken,
  onClose,
  onOther,
  detail,
}: One & { detail: ImportDetail }) {
  const t = useText()
  const { number } = useFormat()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<StartImport>({
    columns: detail.columns,
    headRows: detail.headRows,
    updateExisting: false,
  })
  const { columns, headRows, updateExisting } = chosen
  const start = useMutation({
    mutationFn: () => startImport(address, detail.id, chosen),
    onSuccess: (summary) =>
      cache.setQueryData(importQuery(address, detail.id).queryKey, (known: ImportDetail | undefined) =>
        known?.state === 'ready' ? { ...known, ...summary } : known,
      ),
  })
  const other = useMutation({
    mutationFn: ({ file, at }: { file: File; at: number }) => uploadSheet(uploadTo, file, at),
    onSuccess: (detail, { file }) => onTaken(detail, file),
  })
  const guess = useMutation({
    mutationFn: (headRows: number) => guessAgain(address, detail.id, headRows),
    onSuccess: ({ columns, headRows }) => setChosen((before) => ({ ...before, columns, headRows })),
    onError: toast.failure,
  })
  const head = detail.rows[headRows - 1]
  const heads = columns.map((_, at) => head?.[at] || t('imports.column', { number: at + 1 }))
  const rows = detail.rows.slice(headRows, headRows + SHOWN)
  const total = detail.total - headRows
  const repairOf = (line: number) => detail.repairs.find(({ row }) => row === line + headRows)?.reason
  const { data: faults = detail.faults } = useQuery({
    ...faultsQuery(address, detail.id, { headRows, columns }),
    placeholderData: (before) => before,
  })
  const marksOf = (line: number) => ({
    title: repairOf(line),
    'data-repaired': repairOf(line) !== undefined || undefined,
    'data-refused': faults.some(({ row, isRefused }) => isRefused && row === line + headRows) || undefined,
  })
  const fault = faultIn(detail.fields, columns)
  const fieldName = (key: string) => {
    const known = importFields.find((field) => field === key)
    return known ? t(`imports.field.${known}`) : key
  }
  const names = (keys: readonly string[]) => keys.map(fieldName).join(', ')
  const leave = () => {
    void cancelImport(address, detail.id).catch(() => undefined)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      size="lg"
      footer={
        <>
          <Button tone="ghost" onClick={onOther}>
            {t('imports.another')}
          </Button>
          <Button
            tone="primary"
            disabled={fault !== null || total < 1}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('imports.start', { count: total })}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid auto-rows-max gap-4">
        <p className="flex items-center gap-2 text-sm">
          <FileSpreadsheet />
          <b className="min-w-0 truncate font-medium">{detail.fileName}</b>
        </p>
        <div className="flex flex-wrap gap-4 empty:hidden">
          {file && (
            <SheetChoice reading={detail} isBusy={other.isPending} onChoose={(at) => other.mutate({ file, at })} />
          )}
          {hasHeadLine(detail) && (
            <HeadLine detail={detail} headRows={headRows} isBusy={guess.isPending} onChange={guess.mutate} />
          )}
        </div>
        {other.error && <ErrorNote>{errorText(t, other.error)}</ErrorNote>}
        {start.error && <ErrorNote>{errorText(t, start.error)}</ErrorNote>}
        <SheetRepairs reading={detail} />
        <div className="import-sheet">
          <table>
            <caption className="sr-only">{t('imports.columns')}</caption>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                  <th key={at} scope="col">
                    <span className="block truncate" title={heads[at]}>
                      {heads[at]}
                    </span>
                    <select
                      className="select select-sm"
                      aria-label={heads[at]}
                      value={column}
                      onChange={({ target }) => setChosen({ ...chosen, columns: columns.with(at, target.value) })}
                    >
                      <option value={IGNORED}>{t('imports.ignore')}</option>
                      {detail.fields.map(({ key }) => (
                        <option key={key} value={key}>
                          {fieldName(key)}
                        </option>
                      ))}
                      {detail.takesExtra && <option value={EXTRA}>{t('imports.extra')}</option>}
                    </select>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file do not move
                <tr key={line} {...marksOf(line)}>
                  {columns.map((column, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                    <td key={at} data-ignored={column === IGNORED || undefined}>
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {rows.length < total && (
          <p className="text-xs text-faint">{t('imports.shown', { count: rows.length, total: number(total) })}</p>
        )}
        {fault === null && <RowFaults detail={detail} faults={faults} />}
        {hasSeveral(columns) && <p className="text-xs text-faint">{t('imports.several')}</p>}
        {fault && (
          <Note icon={<TriangleAlert />} role="status">
            {t(fault.kind === 'missing' ? 'imports.needs' : 'imports.twice', { fields: names(fault.keys) })}
          </Note>
        )}
        <Switch label={update} on={updateExisting} set={(updateExisting) => setChosen({ ...chosen, updateExisting })} />
      </div>
    </Dialog>
  )
}

/** Further numbers of a contact have a rule. */
const hasSeveral = (columns: readonly string[]) => columns.filter((column) => column === 'number').length > 1

/** What the import would refuse or leave out of the rows that are shown. */
function RowFaults({ detail: { lines }, faults }: Pick<One & { detail: ImportDetail }, 'detail'> & Faulty) {
  const t = useText()
  const { number } = useFormat()
  if (faults.length === 0) return null
  return (
    <section className="grid gap-2" aria-label={t('imports.faults')}>
      <p className="text-sm">{t('imports.faults')}</p>
      <ul className="import-errors">
        {faults.map(({ row, value, reason, isRefused }) => (
          <li key={row}>
            <span className="text-faint">{t('imports.line', { line: number(lines[row] ?? row + 1) })}</span>
            <span className="min-w-0 truncate">{value}</span>
            <span className={isRefused ? 'text-error-ink' : 'text-muted'}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
type Faulty = Pick<ImportDetail, 'faults'>

/** The names of the columns of a .vcf are ours, in no line of the file. */
const hasHeadLine = ({ lines }: ImportDetail): boolean => lines[0] !== 0

/** The line that has the names of the columns. */
function HeadLine({ detail, headRows, isBusy, onChange }: HeadLineProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="grid min-w-60 flex-1 gap-1">
      <label htmlFor={id} className="text-sm">
        {t('imports.head')}
      </label>
      <select
        id={id}
        className="select select-sm w-full"
        value={headRows}
        disabled={isBusy}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        <option value={0}>{t('imports.noHead')}</option>
        {detail.rows.slice(0, Math.min(MOST_HEAD_ROWS, detail.total - 1)).map((cells, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file do not move
          <option key={at} value={at + 1}>
            {t('imports.line', { line: detail.lines[at] ?? at + 1 })}: {cells.filter(Boolean).join(' · ').slice(0, 80)}
          </option>
        ))}
      </select>
    </div>
  )
}
type HeadLineProps = {
  detail: ImportDetail
  headRows: number
  isBusy: boolean
  onChange(headRows: number): void
}

function Switch({ label, on, set }: { label: string; on: boolean; set(on: boolean): void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center justify-between gap-4 text-sm">
      {label}
      <Toggle id={id} checked={on} onChange={set} />
    </label>
  )
}

/** Progress and result. */
function Way({ address, title, onClose, onOther, detail }: One & { detail: ImportDetail }) {
  const t = useText()
  const { number } = useFormat()
  const save = useMutation({
    mutationFn: () => fetchErrors(address, detail.id, t('imports.errors')),
    onSuccess: saveFile,
    onError: toast.failure,
  })
  const { state, done, total, errors, errorCount } = detail
  useInDialog(jobIdOf(detail), jobStateOf(state))
  const isRunning = state === 'running'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <>
          {!isRunning && detail.fileName && (
            <Button tone="ghost" onClick={onOther}>
              {t('imports.again')}
            </Button>
          )}
          <Button tone={isRunning ? 'ghost' : 'primary'} onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid auto-rows-max gap-4">
        {isRunning ? (
          <>
            <JobProgress
              label={title}
              job={{ state: jobStateOf(state), done, total }}
              stop={t('imports.stop')}
              onStop={() => cancelImport(address, detail.id)}
            />
            <p className="text-sm text-muted">{t('imports.goesOn')}</p>
          </>
        ) : (
          <div role="status" className="grid gap-1">
            <p className="font-medium">
              {t(`imports.${state === 'failed' ? 'failed' : state === 'stopped' ? 'stopped' : 'done'}`)}
            </p>
            <p className="text-sm text-muted">{countsOf(t, detail)}</p>
            {hasSeveral(detail.columns) && <p className="text-xs text-faint">{t('imports.several')}</p>}
          </div>
        )}
        {errorCount > 0 && !isRunning && (
          <section className="grid gap-2" aria-label={t('imports.errors')}>
            <ul className="import-errors">
              {errors.slice(0, SHOWN).map(({ line, value, reason }) => (
                <li key={line}>
                  <span className="text-faint">{t('imports.line', { line: number(line) })}</span>
                  <span className="min-w-0 truncate">{value}</span>
                  <span className="text-error-ink">{reason}</span>
                </li>
              ))}
              {errorCount > SHOWN && <li>{t('imports.more', { count: errorCount - SHOWN })}</li>}
            </ul>
            <div>
              <Button size="sm" icon={<Download />} busy={save.isPending} onClick={() => save.mutate()}>
                {t('imports.download')}
              </Button>
            </div>
          </section>
        )}
      </div>
    </Dialog>
  )
}
const SHOWN = 20
