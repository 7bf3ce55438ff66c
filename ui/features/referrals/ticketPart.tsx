/** Marks tickets that an ad led to. */
import { Megaphone } from 'lucide-react'
import { Suspense } from 'react'
import { referralKinds } from '../../../src/features/referrals/contract'
import { useText } from '../../shared/i18n/useText'
import { lazyPart } from '../../shared/lazyPart'
import type { TicketPart } from '../../shared/ticketParts'

const ReferralCard = lazyPart(() => import('../messages/bodies/ReferralCard').then((file) => file.ReferralCard))

export const referralsOnTickets: TicketPart = {
  name: 'referrals',
  Chips: ({ ticket: { referral } }) => referral && <AdIcon title={referral.title} />,
  Facts: ({ ticket: { referral } }) =>
    referral && (
      <div className="px-4 pb-4">
        <Suspense>
          <ReferralCard referral={referral} />
        </Suspense>
      </div>
    ),
  filter: {
    has: ({ referral }, id) => referralKinds.some((one) => one.id === id && one.kind === referral?.kind),
  },
}

function AdIcon({ title }: { title: string }) {
  const t = useText()
  return (
    <Megaphone className="size-3.5! shrink-0 text-faint" aria-label={[t('messages.referral.ad'), title].join(' ')} />
  )
}
