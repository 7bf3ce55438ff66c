import { type DragEvent, type ReactNode, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { useChosenFiles } from './files'

/** Files dropped on the messages or the composer are attached to the next message. */
export function ChatDrop({ chatId, children }: { chatId: number; children: ReactNode }) {
  const t = useText()
  const { attach } = useChosenFiles(chatId)
  const [over, setOver] = useState(false)
  const has = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the paper clip is for all
    <div
      className="drop-zone"
      onDragOver={(event) => {
        if (!has(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false) // an element or null
      }}
      onDrop={(event) => {
        if (!has(event)) return
        event.preventDefault()
        setOver(false)
        attach([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && <div className="drop-here">{t('messages.dropHere')}</div>}
    </div>
  )
}
