import { FileText, LoaderCircle, Paperclip, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/contract'
import { MEDIA_LIMIT } from '../../../../src/tickets/messages/contract'
import { errorText } from '../../../shared/errorText'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { FieldError } from '../../../shared/kit/Field'
import { IconButton } from '../../../shared/kit/IconButton'
import type { Draft } from './useDraft'

/** The file sent with every text: image, video, voice or document. Uploaded immediately. */
export function CampaignFile({ draft, stored, isOpen }: { draft: Draft; stored: Campaign | null; isOpen: boolean }) {
  const t = useText()
  const { size } = useFormat()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = async (file: File | null) => {
    if (file && file.size > MEDIA_LIMIT)
      return setError(t('kit.file.tooLarge', { size: size(file.size), limit: size(MEDIA_LIMIT) }))
    if (draft.isNameless) return setError(t('campaigns.editor.nameless'))
    setError(null)
    setBusy(true)
    try {
      await draft.changeFile(file)
    } catch (failure) {
      setError(errorText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  if (!isOpen && !stored?.mediaPath) return null
  return (
    <div className="field">
      {stored?.mediaPath ? (
        <div className="file-chip">
          <span className="thumb">
            {stored.mediaType?.startsWith('image/') ? <img src={`/api${stored.mediaPath}`} alt="" /> : <FileText />}
          </span>
          <span className="two mr-auto min-w-0">
            <span className="truncate">{stored.mediaName}</span>
            <small>
              {t('campaigns.editor.fileHint', { size: stored.mediaSize === null ? '' : size(stored.mediaSize) })}
            </small>
          </span>
          {isBusy && <LoaderCircle className="animate-spin" />}
          {isOpen && (
            <IconButton
              label={t('kit.file.remove', { name: stored.mediaName ?? '' })}
              disabled={isBusy}
              onClick={() => void change(null)}
            >
              <X />
            </IconButton>
          )}
        </div>
      ) : (
        <label htmlFor={id} className="file-choose file-drop">
          {isBusy ? <LoaderCircle className="animate-spin" /> : <Paperclip />}
          <span>
            <b>{t('campaigns.editor.addFile')}</b>{' '}
            <span className="text-faint">{t('kit.file.limit', { size: size(MEDIA_LIMIT) })}</span>
          </span>
          <input
            id={id}
            type="file"
            className="sr-only"
            disabled={isBusy}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void change(file)
              target.value = ''
            }}
          />
        </label>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
