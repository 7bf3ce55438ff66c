import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import { isOfKind } from '../form/files'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { ErrorNote } from '../kit/ErrorNote'
import { SPREADSHEETS } from './spec'

/** Contacts come from phones too. */
const ACCEPT = `${SPREADSHEETS},.vcf`

type Props = { label: string; maxBytes: number; isBusy: boolean; onTake(file: File): void }

/** A spreadsheet, chosen or dropped; uploaded immediately. */
export function SheetDrop({ label, maxBytes, isBusy, onTake }: Props) {
  const t = useText()
  const { size } = useFormat()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    setRefusal(null)
    if (!file || isBusy) return
    if (!isOfKind(file, ACCEPT)) return setRefusal(t('kit.file.wrongKind'))
    if (file.size > maxBytes)
      return setRefusal(t('kit.file.tooLarge', { size: size(file.size), limit: size(maxBytes) }))
    onTake(file)
  }
  return (
    <>
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field within is the first */}
      <div
        className="file-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <label htmlFor={id} className="file-choose" aria-busy={isBusy}>
          <FileSpreadsheet />
          <span>
            <b>{label}</b> {!isBusy && <span className="not-phone text-faint">{t('imports.drop')}</span>}
          </span>
          <input
            id={id}
            type="file"
            className="sr-only"
            accept={ACCEPT}
            disabled={isBusy}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = '' // lets the same file be chosen again
            }}
          />
        </label>
      </div>
    </>
  )
}
