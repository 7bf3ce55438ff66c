/** Shows the campaign whose reply opened a ticket. */
import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { manageCampaigns } from '../../../src/outbound/rights/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { useMay } from '../../shared/session/useUser'

const LOOK = 'not-phone head-campaign inline-flex max-w-44 shrink-0 items-center gap-1 text-xs text-muted'

function CampaignChip({ ticket: { campaign } }: { ticket: TicketSummary }) {
  const t = useText()
  const mayOpen = useMay()(manageCampaigns)
  if (!campaign) return null
  const { id, name } = campaign
  const words = (
    <>
      <Megaphone className="size-3.5! shrink-0" />
      <span className="truncate">{name}</span>
    </>
  )
  const title = t('campaigns.answered', { name })
  if (!mayOpen)
    return (
      <span className={LOOK} title={title}>
        {words}
      </span>
    )
  return (
    <Link
      to="/campaign/$campaignId/report"
      params={{ campaignId: String(id) }}
      className={`${LOOK} hover:underline`}
      title={title}
    >
      {words}
    </Link>
  )
}

export const deskParts: DeskParts = { Head: CampaignChip }
