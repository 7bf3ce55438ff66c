import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ImportReport, type ImportRow, MOST_IMPORTED } from '../../../src/features/quick-messages/contract'
import { SheetChoice, SheetRepairs } from '../../shared/bulk-import/SheetChoice'
import { SPREADSHEETS } from '../../shared/bulk-import/spec'
import { errorText } from '../../shared/errorText'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { importSheet } from './api'

type ImportPreview = { readonly file: File; readonly report: ImportReport }

/** Imports a spreadsheet: shows its rows and errors before anything is stored. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const { number } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [judged, setJudged] = useState<ImportPreview | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function ask<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setFailure(null)
    try {
      return await work()
    } catch (error) {
      setFailure(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const look = async (file: File, sheet?: number) => {
    if (sheet === undefined) setJudged(null)
    const report = await ask(() => importSheet(file, false, sheet))
    if (report) setJudged({ file, report })
  }
  const store = async ({ file, report: { sheet } }: ImportPreview) => {
    const report = await ask(() => importSheet(file, true, sheet))
    if (!report) return
    toast.success(t('quickMessages.import.done', { count: report.created + report.updated }))
    onClose()
  }
  const good = judged ? judged.report.created + judged.report.updated : 0

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('quickMessages.import.title')}
      size="lg"
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            tone="primary"
            disabled={good === 0}
            busy={isBusy && judged !== null}
            onClick={() => judged && void store(judged)}
          >
            {good > 0 ? t('quickMessages.import.store', { count: good }) : t('quickMessages.import.action')}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid gap-4">
        <p className="text-sm text-muted">
          {t('quickMessages.import.help', { most: number(MOST_IMPORTED) })}{' '}
          <code className="text-xs">shortcode · message · tag · geral · active</code>
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={<FileSpreadsheet />} busy={isBusy && !judged} onClick={() => input.current?.click()}>
            {t('quickMessages.import.choose')}
          </Button>
          {judged && <span className="min-w-0 truncate text-sm">{judged.file.name}</span>}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('quickMessages.import.choose')}
            accept={SPREADSHEETS}
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) void look(file)
            }}
          />
        </div>
        {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
        {judged && (
          <>
            <SheetChoice reading={judged.report} isBusy={isBusy} onChoose={(at) => void look(judged.file, at)} />
            <SheetRepairs reading={judged.report} />
          </>
        )}
        {judged && <Report report={judged.report} />}
      </div>
    </Dialog>
  )
}

function Report({ report: { created, updated, failed, incomplete, rows, problems } }: { report: ImportReport }) {
  const t = useText()
  const rest = created + updated - rows.length
  const unlisted = failed + incomplete - problems.length
  return (
    <div className="grid gap-3" role="status">
      <p className="text-sm">
        {t('quickMessages.import.created', { count: created })} {t('quickMessages.import.updated', { count: updated })}{' '}
        {failed > 0 && t('quickMessages.import.failed', { count: failed })}
      </p>
      {problems.length > 0 && (
        <Note icon={<TriangleAlert />}>
          <ul className="grid max-h-40 gap-1 overflow-y-auto">
            {problems.map((row) => (
              <li key={row.line}>
                <Problem row={row} />
              </li>
            ))}
            {unlisted > 0 && <li>{t('quickMessages.import.more', { count: unlisted })}</li>}
          </ul>
        </Note>
      )}
      {rows.length > 0 && (
        <ul className="card max-h-60 divide-y divide-line overflow-y-auto text-sm">
          {rows.map(({ line, shortcode, message, outcome }) => (
            <li key={line} className="flex items-baseline gap-3 px-3 py-2">
              <b className="max-w-40 shrink-0 truncate font-medium">/{shortcode.replace(/^\/+/, '')}</b>
              <span className="min-w-0 flex-1 truncate text-muted">{message}</span>
              {outcome === 'update' && (
                <span className="shrink-0 text-xs text-muted">{t('quickMessages.import.update')}</span>
              )}
            </li>
          ))}
          {rest > 0 && <li className="px-3 py-2 text-muted">{t('quickMessages.import.more', { count: rest })}</li>}
        </ul>
      )}
    </div>
  )
}

function Problem({ row: { line, shortcode, problem } }: { row: ImportRow }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <>
      <b className="font-medium">{t('quickMessages.import.line', { line: number(line) })}</b>{' '}
      {shortcode && <span className="text-muted">{shortcode.slice(0, 40)}: </span>}
      {problem && t(`quickMessages.import.problem.${problem}`)}
    </>
  )
}
