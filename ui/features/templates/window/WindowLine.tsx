import './window.css'
import { useAtomValue } from 'jotai/react'
import { Hourglass } from 'lucide-react'
import type { CSSProperties } from 'react'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { useNow } from '../../../shared/kit/useNow'
import { useUser } from '../../../shared/session/useUser'
import { noteModeAtom } from '../../messages/composer/drafts'
import { whyNotWrite } from '../../messages/rules/messageActions'
import { lookOf, spanOf, type WindowLook } from './rules'
import { useWhen } from './useWhen'

/** Above the composer: how long one may still write. */
export function WindowLine({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const now = useNow(15_000)
  const when = useWhen()
  const isNote = useAtomValue(noteModeAtom(ticket.id))
  const mayWrite = whyNotWrite(ticket, useUser()) === null
  const { window: rule } = capabilitiesOf(ticket.channel)
  const look = rule && lookOf(ticket.replyWindow, now, rule)
  if (!rule || !look || !mayWrite || isNote) return null
  const { state, end, isSoon, share } = look
  const said = state === 'people' ? 'people' : isSoon ? 'soon' : 'until'
  return (
    <div className={classes('window', isSoon && 'window-soon')} role="status">
      <Hourglass />
      <span>
        <b>{t(`templates.window.${said}`, { when: when(end, now) })}</b> <Then channel={ticket.channel} state={state} />
      </span>
      <Left left={look.left} />
      <span className="window-rail" style={{ '--v': share.toFixed(3) } as CSSProperties}>
        <i />
      </span>
    </div>
  )
}

/** What comes after it. */
function Then({ channel, state }: Pick<TicketSummary, 'channel'> & Pick<WindowLook, 'state'>) {
  const t = useText()
  const { window: rule, templates } = capabilitiesOf(channel)
  const days = (rule?.personHours ?? 0) / 24
  return (
    <span className="not-phone">
      {state === 'people'
        ? t('templates.window.thenNothing')
        : templates
          ? t('templates.window.thenTemplate')
          : t('templates.window.thenPeople', { days })}
    </span>
  )
}

function Left({ left }: { left: number }) {
  const t = useText()
  const span = spanOf(left)
  return (
    <span className="nums text-xs">
      {span.unit === 'minutes'
        ? t('templates.window.minutes', span)
        : span.unit === 'hours'
          ? t('templates.window.hours', span)
          : t('templates.window.days', span)}
    </span>
  )
}
