import './passkey.css'
import { LoaderCircle, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PasskeyCredential, PasskeyOptions, PasskeyStage } from '../../../../src/channels/passkeys/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Compare, CompareButtons } from './Compare'
import { Refused } from './Failed'
import { Stages } from './Stages'
import { useHelper } from './useHelper'
import { type Way, Ways } from './Ways'
import { WithHelper } from './WithHelper'
import { WithPaste } from './WithPaste'

export type Request = {
  readonly stage: PasskeyStage
  readonly options: PasskeyOptions | null
  readonly expiresAt: string | null
  readonly code: string | null
  readonly wasRefused: boolean
}

type Props = {
  request: Request
  /** The best first. */
  ways: readonly Way[]
  /** The first step was a code typed on the phone. */
  isTyped?: boolean
  isBusy: boolean
  /** Error of the last attempt. */
  error: unknown
  onAnswer(credential: PasskeyCredential): void
  onCompared(same: boolean): void
  /** State of the link; fetched once the way `link` is chosen. */
  link?: ReactNode
  onLink?(): void
  onGiveUp?(): void
}

/** Confirms a passkey, from request to compared code; the same in the dialog and behind a link. */
export function Confirmation({
  request,
  ways,
  isTyped,
  isBusy,
  error,
  onAnswer,
  onCompared,
  link,
  onLink,
  onGiveUp,
}: Props) {
  const t = useText()
  const helper = useHelper(onAnswer)
  const [way, setWay] = useState<Way | null>(null)
  const { stage, options, expiresAt, code, wasRefused } = request
  const [seenRefusal, setSeenRefusal] = useState(false)
  const isRefused = way === 'helper' && helper.step === 'refused' && !seenRefusal
  const askHelper = () => {
    setSeenRefusal(false)
    if (options) helper.ask(options)
  }
  const choose = (chosen: Way) => {
    setWay(chosen)
    if (chosen === 'helper' && helper.version !== null) askHelper()
    if (chosen === 'link') onLink?.()
  }
  const leave = () => {
    setSeenRefusal(true)
    setWay(null)
  }

  const body = () => {
    if (stage === 'code') return <Compare code={code} />
    if (stage !== 'demanded') return <StageProgress text={t(`connections.passkey.${stage}`)} />
    if (!options) return <StageProgress text={t('connections.passkey.loading')} />
    if (isRefused) return <Refused />
    if (way === 'helper') return <WithHelper helper={helper} onAsk={askHelper} />
    if (way === 'paste') return <WithPaste options={options} isBusy={isBusy} onAnswer={onAnswer} />
    if (way === 'link') return link
    return <Ways ways={ways} wasRefused={wasRefused} onChoose={choose} />
  }
  const isChoosing = stage === 'demanded' && way === null
  const waitsFor = () => {
    if (stage !== 'demanded' || way === null || isRefused) return null
    if (way === 'helper') return helper.step === 'opened' ? t('connections.passkey.helper.waiting') : null
    return t(`connections.passkey.${way}.waiting`)
  }
  const waiting = waitsFor()
  return (
    <>
      <Stages
        at={stage === 'demanded' || stage === 'answered' ? 'passkey' : 'code'}
        isTyped={isTyped ?? false}
        until={expiresAt}
      />
      {body()}
      {error !== null && <div className="px-5 pb-4">{<ErrorNote>{errorText(t, error)}</ErrorNote>}</div>}
      <footer className="dialog-foot passkey-foot max-md:flex-wrap">
        <span className="mr-auto flex items-center gap-2 text-xs text-faint" role="status">
          {isChoosing && <ShieldCheck className="size-4!" />}
          {isChoosing && t('connections.passkey.safe')}
          {waiting && <LoaderCircle className="size-4! animate-spin" />}
          {waiting}
        </span>
        {stage === 'demanded' && way !== null && (
          <Button tone="ghost" onClick={leave}>
            {t(isRefused ? 'connections.passkey.refused.otherWay' : 'connections.passkey.back')}
          </Button>
        )}
        {isRefused && (
          <Button tone="primary" onClick={askHelper}>
            {t('connections.passkey.refused.again')}
          </Button>
        )}
        {stage === 'code' ? (
          <CompareButtons isBusy={isBusy} onCompared={onCompared} />
        ) : (
          onGiveUp &&
          !isRefused && (
            <Button tone="ghost" onClick={onGiveUp}>
              {t('connections.passkey.giveUp')}
            </Button>
          )
        )}
      </footer>
    </>
  )
}

function StageProgress({ text }: { text: string }) {
  return (
    <div className="dialog-body grid justify-items-center gap-3 py-12! text-center text-sm text-muted" role="status">
      <LoaderCircle className="size-6! animate-spin text-primary-ink" />
      {text}
    </div>
  )
}
