import { FileText, Paperclip, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'
import { FieldGroup } from './FieldGroup'
import { isOfKind } from './files'
import { type FieldProps, useField } from './useField'

/** A file already stored on the server. */
export type StoredFile = { readonly name: string; readonly url?: string; readonly size?: number }

/** Undefined leaves the stored file alone, null removes it, a file replaces it. */
type Value = File | null | undefined

type Props<In extends FieldValues, Out> = FieldProps<In, Out, Value> & {
  /** Maximum size in bytes, as the server enforces it. */
  maxBytes: number
  /** As for `<input type="file">`: `image/*,.pdf`; by default any file. */
  accept?: string
  stored?: StoredFile | undefined
}

/** One file: chosen or dropped, shown with its name and size, and removed again. */
export function FileField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, name, maxBytes, accept = '', stored, hint, ...field } = props
  const t = useText()
  const { size } = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { value, onChange, onBlur, error, refuse } = useField<Value, In, Out>(form, name)
  const shown = value === undefined ? stored : value
  const limit = t('kit.file.limit', { size: size(maxBytes) })

  const take = (file: File | undefined) => {
    if (!file) return
    if (!isOfKind(file, accept)) return refuse(t('kit.file.wrongKind'))
    if (file.size > maxBytes) return refuse(t('kit.file.tooLarge', { size: size(file.size), limit: size(maxBytes) }))
    onChange(file)
  }
  const remove = () => {
    if (input.current) input.current.value = ''
    onChange(stored ? null : undefined)
    input.current?.focus()
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <FieldGroup {...field} hint={hint ? `${hint} ${limit}` : limit} error={error}>
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
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => {
    if (!(file instanceof File) || !file.type.startsWith('image/')) return setOwn(null)
    const url = URL.createObjectURL(file)
    setOwn(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const url = file instanceof File ? own : file.url
  return <span className="thumb">{url ? <img src={url} alt="" /> : <FileText />}</span>
}
