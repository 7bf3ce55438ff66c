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
            className="max-md:relative max-md:grid max-md:justify-items-center max-md:gap-0.5 max-md:flex-none max-md:w-15 max-md:text-muted max-md:cursor-pointer max-md:text-2xs/3.5"
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
