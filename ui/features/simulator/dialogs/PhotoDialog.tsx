import { useMutation } from '@tanstack/react-query'
import { RefreshCw, SendHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { Field } from '../../../shared/kit/Field'
import { Toggle } from '../../../shared/kit/Toggle'
import { useObjectUrl } from '../../../shared/kit/useObjectUrl'
import { kindOfFile, type Letter, sendFile } from '../chat/sendFile'
import { showRefusal } from '../useCommand'

type Props = { name: string; letter: Letter; file: File; onAgain(): void; onSent(): void; onClose(): void }

/** A picture or video before it is sent: its caption, and whether it is view-once. */
export function PhotoDialog({ name, letter, file, onAgain, onSent, onClose }: Props) {
  const t = useText()
  const id = useId()
  const url = useObjectUrl(file)
  const [caption, setCaption] = useState('')
  const [viewOnce, setViewOnce] = useState(false)
  const isFilm = kindOfFile(file) === 'video'
  const send = useMutation({
    mutationFn: () =>
      sendFile(
        { ...letter, ...(caption.trim() ? { caption: caption.trim() } : {}), ...(viewOnce ? { viewOnce } : {}) },
        isFilm ? 'video' : 'image',
        file,
      ),
    onSuccess: onSent,
    onError: showRefusal,
  })
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.photo.title', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <div className="dialog-body grid gap-4">
          <div className="photo-stage grid place-items-center h-64 rounded-box bg-base-300 overflow-hidden">
            {url && !isFilm && <img src={url} alt={t('simulator.photo.preview')} />}
            {/* biome-ignore lint/a11y/useMediaCaption: videos of customers have no captions */}
            {url && isFilm && <video src={url} controls aria-label={t('simulator.photo.preview')} />}
          </div>
          <Field label={t('simulator.photo.caption')} optional>
            {(control) => (
              <input
                {...control}
                className="input"
                value={caption}
                autoComplete="off"
                onChange={(event) => setCaption(event.target.value)}
              />
            )}
          </Field>
          <label htmlFor={id} className="flex items-center gap-2 text-sm">
            <Toggle id={id} checked={viewOnce} onChange={setViewOnce} />
            {t('simulator.photo.once')}
          </label>
        </div>
        <footer className="dialog-foot">
          <Button tone="ghost" icon={<RefreshCw />} onClick={onAgain}>
            {t('simulator.photo.again')}
          </Button>
          <Button tone="primary" type="submit" icon={<SendHorizontal />} busy={send.isPending}>
            {t('simulator.send')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
