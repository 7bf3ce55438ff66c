/** The reply window on the desk, and templates in the composer. */
import { useAtom } from 'jotai/react'
import { LayoutTemplate } from 'lucide-react'
import { Suspense } from 'react'
import { can } from '../../../src/channels/acts'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { lazyPart } from '../../shared/lazyPart'
import { pickingAtom } from './picking'
import { WindowLine } from './window/WindowLine'
import { WindowShut } from './window/WindowShut'

const TemplatePicker = lazyPart(() => import('./picker/TemplatePicker').then((file) => file.TemplatePicker))

function Picker({ ticket }: { ticket: TicketSummary }) {
  const [picking, pick] = useAtom(pickingAtom)
  if (picking !== ticket.id) return null
  return (
    <Suspense>
      <TemplatePicker ticket={ticket} onClose={() => pick(null)} />
    </Suspense>
  )
}

function TemplateButton({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [, pick] = useAtom(pickingAtom)
  if (!can(ticket.channel, 'templates')) return null
  return (
    <IconButton className="only-message" label={t('templates.pick.title')} onClick={() => pick(ticket.id)}>
      <LayoutTemplate />
    </IconButton>
  )
}

const Above = ({ ticket }: { ticket: TicketSummary }) => (
  <>
    <WindowLine ticket={ticket} />
    <Picker ticket={ticket} />
  </>
)

export const deskParts: DeskParts = { Above, Shut: WindowShut, Composer: TemplateButton }
