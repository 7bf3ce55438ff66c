import { FileText, Paperclip, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'
import { useObjectUrl } from '../kit/useObjectUrl'
import { FieldGroup } from './FieldGroup'
import { isOfKind } from './files'

/** A file already stored on the server. */
export type StoredFile = { readonly name: string; readonly url?: string; readonly size?: number }

type Props = {
  label: string
  hint?: ReactNode
  optional?: boolean
  /** Maximum size in bytes, as the server enforces it. */
  maxBytes: number
  /** As for `<input type="file">`: `image/*,.pdf`; by default any file. */
  accept?: string
  shown: File | StoredFile | null | undefined
  error?: string | undefined
  /** Null: it was removed. */
  onChange(file: File | null): void
  onBlur?(): void
  /** With the reason for which a file is not taken. */
  onRefuse(reason: string): void
}

/** One file: chosen or dropped, shown with its name and size, and removed again. */
export function FileBox({ maxBytes, accept = '', shown, hint, onChange, onBlur, onRefuse, ...field }: Props) {
  const t = useText()
  const { size } = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const limit = t('kit.file.limit', { size: size(maxBytes) })

  const take = (file: File | undefined) => {
    if (!file) return
    if (!isOfKind(file, accept)) return onRefuse(t('kit.file.wrongKind'))
    if (file.size > maxBytes) return onRefuse(t('kit.file.tooLarge', { size: size(file.size), limit: size(maxBytes) }))
    onChange(file)
  }
  const remove = () => {
    if (input.current) input.current.value = ''
    onChange(null)
    input.current?.focus()
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <FieldGroup {...field} hint={hint ? `${hint} ${limit}` : limit}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button within is the first */}
      <div
        className="file-drop"
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        {shown && (
          <div className="file-chip">
            <Thumb file={shown} />
            <span className="min-w-0 flex-1">
              <b className="block truncate font-medium">{shown.name}</b>
              {shown.size !== undefined && <span className="block text-xs text-faint nums">{size(shown.size)}</span>}
            </span>
            <IconButton label={t('kit.file.remove', { name: shown.name })} onClick={remove}>
              <X />
            </IconButton>
          </div>
        )}
        <label htmlFor={id} className="file-choose">
          <Paperclip />
          <span>
            <b>{t('kit.file.choose')}</b> <span className="not-phone text-faint">{t('kit.file.drop')}</span>
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            className="sr-only"
            accept={accept}
            onBlur={onBlur}
            onChange={({ target }) => {
              take(target.files?.[0])
              // Lets the same file be chosen again after it was removed or refused.
              target.value = ''
            }}
          />
        </label>
      </div>
    </FieldGroup>
  )
}

function Thumb({ file }: { file: File | StoredFile }) {
  const own = useObjectUrl(file instanceof File && file.type.startsWith('image/') ? file : null)
  const url = file instanceof File ? own : file.url
  return <span className="thumb">{url ? <img src={url} alt="" /> : <FileText />}</span>
}
