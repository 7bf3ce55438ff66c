/** What the palette offers for a text: screens at once, what the server finds when it has answered. */
import { useRouter } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/useText'
import type { Found, Offer } from '../../../shared/offer'
import { useHasSimulator } from '../../../shared/session/useHasSimulator'
import { useMay } from '../../../shared/session/useUser'
import { NO_TICKET, visibleGroups } from '../entries'
import { useParts } from '../parts'

type Offers = Found & { readonly isSearching: boolean }

/** `asked`: the text the server is asked for, once the person has stopped typing. */
export function useOffers(typed: string, asked: string): Offers {
  const t = useText()
  const may = useMay()
  const router = useRouter()
  const simulator = useHasSimulator()
  const found = useParts().useOffers(asked)
  const groups = visibleGroups(t, { may, simulator, find: typed })
  const screens = groups.flatMap(({ entries }) =>
    entries.map(({ name, to, icon: Icon }): Offer => {
      const line = (
        <>
          <Icon />
          {t(`shell.${name}`)}
        </>
      )
      return { kind: 'screens', id: name, line, lead: () => () => void router.navigate({ to, params: NO_TICKET }) }
    }),
  )
  return found && typed.trim() === asked
    ? { ...found, offers: [...screens, ...found.offers], isSearching: false }
    : { offers: screens, isWhole: false, failure: null, isSearching: true }
}
