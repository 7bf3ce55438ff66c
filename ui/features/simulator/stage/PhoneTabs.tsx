import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { PhoneFace } from '../PhoneFace'
import { rigId } from '../phone/Handset'
import { unreadOf } from './visibility'

/** On narrow screens: a tab for each phone. */
export function PhoneTabs({ phones }: { phones: readonly PhoneView[] }) {
  const t = useText()
  return (
    <nav
      className="phone-tabs hidden max-md:flex max-md:flex-none max-md:gap-1 max-md:px-4 max-md:pt-2 max-md:pb-1 max-md:overflow-x-auto"
      aria-label={t('simulator.phones')}
    >
      {phones.map((phone) => {
        const unread = unreadOf(phone)
        return (
          <button
            key={phone.id}
            type="button"
            onClick={() =>
              document.getElementById(rigId(phone))?.scrollIntoView({ inline: 'center', block: 'nearest' })
            }
          >
            <PhoneFace name={phone.name} size={2} picture={phone.picture} />
            <span className="truncate">{phone.name.split(' ')[0]}</span>
            {unread > 0 && <span className="ticket-badge">{unread}</span>}
          </button>
        )
      })}
    </nav>
  )
}
