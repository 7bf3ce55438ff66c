import { FileText, Music, Video, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { fileKind, shortName } from '../rules/attachments'

type Props = {
  files: readonly File[]
  /** By file name; the first file's caption is the text below. */
  captions: ReadonlyMap<string, string>
  onCaption(name: string, text: string): void
  onRemove(name: string): void
}

/** The files chosen for the next message. */
export function FileTray({ files, captions, onCaption, onRemove }: Props) {
  const t = useText()
  return (
    <ul className="file-tray" aria-label={t('messages.files')}>
      {files.map((file, at) => (
        <FileCard key={file.name} file={file} onRemove={() => onRemove(file.name)}>
          {at > 0 && (
            <input
              className="file-caption"
              maxLength={CAPTION_LENGTH}
              aria-label={t('messages.captionOf', { file: file.name })}
              placeholder={t('messages.caption')}
              value={captions.get(file.name) ?? ''}
              onChange={({ target }) => onCaption(file.name, target.value)}
            />
          )}
        </FileCard>
      ))}
    </ul>
  )
}

/** Maximum caption length, as messengers show it. */
const CAPTION_LENGTH = 1024

const icons: Record<'video' | 'audio' | 'document', ReactNode> = {
  video: <Video />,
  audio: <Music />,
  document: <FileText />,
}

function FileCard({ file, onRemove, children }: { file: File; onRemove(): void; children: ReactNode }) {
  const t = useText()
  const format = useFormat()
  const kind = fileKind(file)
  return (
    <li className="file-card">
      <span className="file-look">{kind === 'image' ? <Thumb file={file} /> : icons[kind]}</span>
      <span className="min-w-0">
        <b title={file.name}>{shortName(file.name)}</b>
        <small>{format.size(file.size)}</small>
        {children}
      </span>
      <button
        type="button"
        className="absolute top-0.5 right-0.5 grid size-6 cursor-pointer place-items-center rounded-full text-muted hover:text-base-content"
        aria-label={t('messages.removeFile', { file: file.name })}
        onClick={onRemove}
      >
        <X className="size-3.5!" />
      </button>
    </li>
  )
}

function Thumb({ file }: { file: File }) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt="" />
}
