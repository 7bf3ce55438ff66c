import { ChevronRight, ClipboardPaste, KeyRound, Link as LinkIcon, Puzzle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'

export type Way = 'helper' | 'paste' | 'link'

type Props = {
  /** Available ways, best first. */
  ways: readonly Way[]
  /** WhatsApp rejected the previous answer. */
  wasRefused: boolean
  onChoose(way: Way): void
}

/** The request in a sentence, and the ways to confirm it. */
export function Ways({ ways, wasRefused, onChoose }: Props) {
  const t = useText()
  return (
    <>
      <Ask icon={<KeyRound />} title={t('connections.passkey.title')} text={t('connections.passkey.what')} />
      {wasRefused && (
        <div className="px-5 pb-4">
          <Note icon={<KeyRound />} role="alert">
            {t('connections.passkey.refusedNote')}
          </Note>
        </div>
      )}
      <div className="border-t border-line">
        {ways.map((way, place) => (
          <div className="way group" key={way} data-best={place === 0 ? '' : undefined}>
            <span className="justify-self-center grid place-items-center rounded-lg text-muted bg-base-300 size-9 group-data-best:text-primary-ink group-data-best:bg-base-100">
              {icons[way]}
            </span>
            <div>
              {place === 0 ? (
                <b className="text-base font-semibold">
                  {t(`connections.passkey.${way}.name`)}
                  {way === 'helper' && (
                    <small className="ml-1.5 py-px px-1.5 rounded-sm text-[0.71875rem] font-[550] bg-base-100 text-primary-ink">
                      {t('connections.passkey.helper.best')}
                    </small>
                  )}
                </b>
              ) : (
                <b className="text-base font-semibold">
                  <button type="button" className="way-name" onClick={() => onChoose(way)}>
                    {t(`connections.passkey.${way}.name`)}
                  </button>
                </b>
              )}
              <p className="leading-4.5 text-muted text-pretty">{t(`connections.passkey.${way}.text`)}</p>
            </div>
            {place === 0 ? (
              <Button tone="primary" onClick={() => onChoose(way)}>
                {t(way === 'helper' ? 'connections.passkey.helper.use' : 'connections.passkey.page.start')}
              </Button>
            ) : (
              <ChevronRight className="text-muted" />
            )}
          </div>
        ))}
      </div>
      {!ways.includes('helper') && <p className="px-5 py-3 text-xs text-faint">{t('connections.passkey.computer')}</p>}
    </>
  )
}

const icons: Record<Way, ReactNode> = { helper: <Puzzle />, paste: <ClipboardPaste />, link: <LinkIcon /> }

type AskProps = { icon: ReactNode; tone?: 'bad' | 'good'; title: string; text: string }

/** A step with its icon. */
export function Ask({ icon, tone, title, text }: AskProps) {
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-y-0 gap-x-3.5 items-start py-4.5 px-5">
      <span className={tone ? `passkey-mark passkey-mark-${tone}` : 'passkey-mark'}>{icon}</span>
      <div>
        <h3 className="font-semibold text-[15px]/5">{title}</h3>
        <p className="mt-0.5 text-muted text-pretty text-sm/4.75">{text}</p>
      </div>
    </div>
  )
}
