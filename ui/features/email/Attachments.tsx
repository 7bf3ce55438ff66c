import { File as FileIcon, LoaderCircle, Paperclip, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type EmailFile, MOST_EMAIL_BYTES, MOST_EMAIL_FILES } from '../../../src/features/email/contract'
import { errorText } from '../../shared/errorText'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { download } from '../../shared/saveFile'
import { newUuid } from '../../shared/uuid'
import { removeEmailFile, uploadEmailFile } from './api'

type Files = readonly EmailFile[]
type Props = {
  files: Files
  /** By the files before: several uploads may end at once. */
  onFiles(change: (before: Files) => Files): void
  /** Around everything onto which files may be dropped. */
  children(attachments: ReactNode): ReactNode
}

/** Files go to the server when they are chosen, and leave with the e-mail. */
export function Attachments({ files, onFiles, children }: Props) {
  const t = useText()
  const { size } = useFormat()
  const box = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [under, setUnder] = useState<readonly string[]>([])
  const [isOver, setOver] = useState(false)

  const add = (chosen: readonly File[]) => {
    const bytes = [...files, ...chosen].reduce((sum, one) => sum + one.size, 0)
    if (files.length + under.length + chosen.length > MOST_EMAIL_FILES || bytes > MOST_EMAIL_BYTES)
      return toast.error(t('email.files.tooMany', { most: MOST_EMAIL_FILES, size: size(MOST_EMAIL_BYTES) }))
    for (const file of chosen) void upload(file)
  }
  const upload = async (file: File) => {
    const key = newUuid()
    setUnder((before) => [...before, `${key} ${file.name}`])
    try {
      const stored = await uploadEmailFile(file)
      onFiles((before) => [...before, stored])
    } catch (failure) {
      toast.error(`${file.name}: ${errorText(t, failure)}`)
    } finally {
      setUnder((before) => before.filter((one) => !one.startsWith(key)))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  const take = (file: EmailFile) => {
    onFiles((before) => before.filter(({ id }) => id !== file.id))
    removeEmailFile(file.id).catch(() => undefined) // it is removed after a day as well
  }
  const drag = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(over)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keys
    <div
      className="grid min-w-0 min-h-0 rounded-field data-over:shadow-[inset_0_0_0_2px_var(--focus)]"
      data-over={isOver || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {children(
        <div className="flex flex-wrap flex-none items-center gap-1.5 pt-3 border-t border-line">
          {files.map((file) => (
            <span key={file.id} className="mail-chip">
              <FileIcon aria-hidden="true" />
              <span>{file.name}</span>
              <small className="nums text-muted font-normal">{size(file.size)}</small>
              <button type="button" aria-label={t('email.files.drop', { name: file.name })} onClick={() => take(file)}>
                <X />
              </button>
            </span>
          ))}
          {under.map((one) => (
            <span key={one} className="mail-chip pr-2">
              <LoaderCircle className="animate-spin" aria-hidden="true" />
              <span>{one.slice(one.indexOf(' ') + 1)}</span>
            </span>
          ))}
          <Button
            size="sm"
            tone="ghost"
            icon={<Paperclip />}
            aria-describedby={hint}
            onClick={() => box.current?.click()}
          >
            {t('email.files.add')}
          </Button>
          <small id={hint} className="text-xs text-muted">
            {t('email.files.hint', { most: MOST_EMAIL_FILES, size: size(MOST_EMAIL_BYTES) })}
          </small>
          <input
            ref={box}
            type="file"
            multiple
            hidden
            aria-label={t('email.files.add')}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ''
            }}
          />
        </div>,
      )}
    </div>
  )
}

/** The files of an e-mail, to download. */
export function FileList({ emailId, files }: { emailId: number; files: Files }) {
  const t = useText()
  const { size } = useFormat()
  return (
    <div className="fold">
      <h3 className="fold-head">
        {t('email.files.title')} <span className="nums font-normal text-muted">{files.length}</span>
      </h3>
      <div className="flex flex-wrap gap-1.5">
        {files.map(({ id, name, size: bytes }) => (
          <Button
            key={id}
            size="sm"
            tone="plain"
            icon={<FileIcon />}
            title={t('email.files.download', { name })}
            onClick={() => download(`/emails/${emailId}/files/${id}`)}
          >
            <span className="truncate max-w-48">{name}</span> <small className="nums">{size(bytes)}</small>
          </Button>
        ))}
      </div>
    </div>
  )
}
