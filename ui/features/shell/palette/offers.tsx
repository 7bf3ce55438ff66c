/** What the palette offers for a text: screens at once, what the server finds when it has answered. */
import { useRouter } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/useText'
import type { Found, Offer } from '../../../shared/offer'
import { NO_TICKET } from '../entries'
import { useParts } from '../parts'
import { useVisibleGroups } from '../useVisibleGroups'

type Offers = Found & { readonly isSearching: boolean }

/** `asked`: the text the server is asked for, once the person has stopped typing. */
export function useOffers(typed: string, asked: string): Offers {
  const t = useText()
  const router = useRouter()
  const found = useParts().useOffers(asked)
  const screens = useVisibleGroups(typed).flatMap(({ entries }) =>
    entries.map(({ name, to, icon: Icon, title }): Offer => {
      const line = (
        <>
          <Icon />
          {title[t.language]}
        </>
      )
      return { kind: 'screens', id: name, line, lead: () => () => void router.navigate({ to, params: NO_TICKET }) }
    }),
  )
  return found && typed.trim() === asked
    ? { ...found, offers: [...screens, ...found.offers], isSearching: false }
    : { offers: screens, isWhole: false, failure: null, isSearching: true }
}
