import { ClipboardPaste, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { type PasskeyCredential, type PasskeyOptions, WHATSAPP_WEB } from '../../../../src/channels/passkeys/contract'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Rich } from '../../../shared/kit/Rich'
import { CopyBox } from './CopyBox'
import { answerIn, scriptFor } from './consoleScript'
import { ConfirmPicture, ConsolePicture, OpenedPicture, PastedPicture } from './Picture'

type Props = { options: PasskeyOptions; isBusy: boolean; onAnswer(credential: PasskeyCredential): void }

/** Confirms with a script for the console of WhatsApp Web, for users who cannot install an extension. */
export function WithPaste({ options, isBusy, onAnswer }: Props) {
  const t = useText()
  const field = useId()
  const [text, setText] = useState('')
  const isWrong = text.trim() !== '' && answerIn(text) === undefined
  const take = (pasted: string) => {
    setText(pasted)
    const answer = answerIn(pasted)
    if (answer) onAnswer(answer)
  }
  return (
    <div className="dialog-body">
      <ol className="pics grid">
        <li>
          <span className="ordinal">1</span>
          <div>
            <span>
              <Rich text={t('connections.passkey.paste.step1')} />
            </span>
            <a className={buttonClass('plain', 'sm')} href={WHATSAPP_WEB} target="_blank" rel="noopener noreferrer">
              <ExternalLink />
              {t('connections.passkey.paste.open')}
            </a>
          </div>
          <OpenedPicture />
        </li>
        <li>
          <span className="ordinal">2</span>
          <div>
            <span>
              <Rich text={t('connections.passkey.paste.step2')} />
            </span>
          </div>
          <ConsolePicture />
        </li>
        <li>
          <span className="ordinal">3</span>
          <div className="min-w-0">
            <span>
              <Rich text={t('connections.passkey.paste.step3')} />
            </span>
            <CopyBox label={t('connections.passkey.paste.line')} text={scriptFor(options)} />
            <span className="text-xs text-faint">
              <Rich text={t('connections.passkey.paste.warn')} />
            </span>
          </div>
          <PastedPicture />
        </li>
        <li>
          <span className="ordinal">4</span>
          <div>
            <label htmlFor={field}>{t('connections.passkey.paste.step4')}</label>
            <span className="paste-here">
              <ClipboardPaste />
              <input
                id={field}
                aria-label={t('connections.passkey.paste.answer')}
                placeholder={t('connections.passkey.paste.placeholder')}
                autoComplete="off"
                spellCheck={false}
                value={text}
                readOnly={isBusy}
                onChange={({ target }) => take(target.value)}
              />
            </span>
            {isWrong && <ErrorNote>{t('connections.passkey.paste.unreadable')}</ErrorNote>}
          </div>
          <ConfirmPicture />
        </li>
      </ol>
    </div>
  )
}
