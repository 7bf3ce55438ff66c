import './kinds.css'
import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import { ChannelKind } from '../../../../src/channels/contract'
import { hasFeature } from '../../../../src/tenancy/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Dialog } from '../../../shared/kit/Dialog'
import { useUser } from '../../../shared/session/useUser'
import { factsOf, lackText } from './facts'

type Props = {
  /** How many the company has. */
  count: number
  onChoose(channel: ChannelKind): void
  onClose(): void
}

/** The channels that a new connection may belong to, with what each costs, risks and cannot do. */
export function KindDialog({ count, onChoose, onClose }: Props) {
  const t = useText()
  const { plan, features } = useUser().company
  const limit = plan?.connections ?? null
  const left = limit === null ? null : Math.max(0, limit - count)
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('connections.new')}
      firstStop=".kind-name:not([aria-disabled])"
      footer={
        <>
          {left !== null && (
            <span className="mr-auto text-xs text-faint">{t('connections.kind.left', { count: left })}</span>
          )}
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className="border-t border-line min-h-0 overflow-y-auto">
        <fieldset aria-label={t('connections.channel')} onKeyDown={step}>
          {ChannelKind.options.map((channel) => (
            <Kind
              key={channel}
              channel={channel}
              refusal={
                hasFeature(features, capabilitiesOf(channel).plan)
                  ? left === 0
                    ? t('connections.kind.full')
                    : null
                  : t('connections.kind.notInPlan')
              }
              onChoose={() => onChoose(channel)}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  )
}

/** `refusal`: why it cannot be chosen. */
type KindProps = { channel: ChannelKind; refusal: string | null; onChoose(): void }

function Kind({ channel, refusal, onChoose }: KindProps) {
  const t = useText()
  const { price, risk } = factsOf(channel)
  return (
    <div className="kind" data-off={refusal === null ? undefined : ''}>
      <ChannelIcon channel={channel} size="lg" />
      <div className="min-w-0">
        <button
          type="button"
          className="kind-name"
          aria-disabled={refusal === null ? undefined : true}
          aria-describedby={`kind-${channel}`}
          onClick={() => refusal === null && onChoose()}
        >
          {t(`connections.kind.name.${channel}`)}
        </button>
        <div id={`kind-${channel}`}>
          {refusal !== null && <p className="text-warning-ink">{refusal}</p>}
          <dl className="kind-facts">
            <dt>{t('connections.kind.price')}</dt>
            <dd>{t(`connections.kind.prices.${price}`)}</dd>
            <dt>{t('connections.kind.risk')}</dt>
            <dd>{t(`connections.kind.risks.${risk}`)}</dd>
            <dt>{t('connections.kind.lacks')}</dt>
            <dd>{lackText(t, channel)}</dd>
          </dl>
        </div>
      </div>
      <ChevronRight />
    </div>
  )
}

/** The arrow keys go from one channel to the next. */
function step(event: KeyboardEvent) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (way === undefined) return
  event.preventDefault()
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.kind-name')]
  const at = names.findIndex((name) => name.matches(':focus'))
  names[(at + way + names.length) % names.length]?.focus()
}
