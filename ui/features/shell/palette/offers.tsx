/** The palette's offers for a text: screens immediately, server results when they arrive. */
import { useRouter } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { LogOut, Moon, Sun } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { isSaidIn, type Offer, type OfferResult } from '../../../shared/offer'
import { darkAtom, preferredThemeAtom } from '../../../shared/theme/theme'
import { NO_TICKET } from '../entries'
import type { UseFound } from '../parts'
import { useVisibleGroups } from '../useVisibleGroups'

type Offers = OfferResult & { readonly isSearching: boolean }

/** `asked`: the text sent to the server, once typing has paused. */
export function useOffers(typed: string, asked: string, useFound: UseFound, leave: () => void): Offers {
  const t = useText()
  const router = useRouter()
  const found = useFound(asked)
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
  const ours = useShellActions(typed, leave)
  const inOrder = (others: readonly Offer[]) => {
    const actions = others.filter(({ kind }) => kind === 'actions')
    return [...actions, ...ours, ...screens, ...others.filter(({ kind }) => kind !== 'actions')]
  }
  return found && typed.trim() === asked
    ? { ...found, offers: inOrder(found.offers), isSearching: false }
    : { offers: inOrder([]), isWhole: false, failure: null, isSearching: true }
}

/** Actions available on every page. */
function useShellActions(typed: string, leave: () => void): Offer[] {
  const t = useText()
  const isDark = useAtomValue(darkAtom)
  const prefer = useSetAtom(preferredThemeAtom)
  const actions = [
    {
      id: 'theme',
      icon: isDark ? <Sun /> : <Moon />,
      said: t(isDark ? 'shell.theme.toLight' : 'shell.theme.toDark'),
      run: () => prefer(isDark ? 'light' : 'dark'),
    },
    { id: 'sign-out', icon: <LogOut />, said: t('shell.signOut'), run: leave },
  ]
  return actions
    .filter(({ said }) => isSaidIn(said, typed))
    .map(({ id, icon, said, run }) => ({
      kind: 'actions',
      id,
      line: (
        <>
          {icon}
          {said}
        </>
      ),
      lead: () => run,
    }))
}
