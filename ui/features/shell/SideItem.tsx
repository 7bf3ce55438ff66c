import { Link, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Tooltip } from '../../shared/kit/Tooltip'
import { lazyPart } from '../../shared/lazyPart'
import { whenQuiet } from '../../shared/quiet'
import { type Entry, entryByRoute, NO_TICKET } from './entries'
import { modulesAtom } from './modules'
import { useStoppedConnections } from './useStoppedConnections'

const countsAtom = atom(
  (get) =>
    new Map(
      get(modulesAtom).flatMap(({ name, count }) =>
        count ? [[name, lazyPart(() => whenQuiet().then(count))] as const] : [],
      ),
    ),
)

const entryByRouteAtom = atom((get) => entryByRoute(get(modulesAtom)))

export function SideItem({ entry, rail, onGo }: { entry: Entry; rail: boolean; onGo: (() => void) | undefined }) {
  const t = useText()
  const stopped = useStoppedConnections()
  const Count = useAtomValue(countsAtom).get(entry.name)
  const byRoute = useAtomValue(entryByRouteAtom)
  // The router marks links by their spelling; a page also belongs to an entry by its route, such as /Kanban or /EmailLis.
  const isCurrent = useRouterState({
    select: ({ matches }) => byRoute.get(matches.at(-1)?.routeId ?? '') === entry.name,
  })
  const name = entry.title[t.language]
  const alert = entry.name === 'connections' && stopped > 0
  const link = (
    <Link
      className="side-item"
      to={entry.to}
      params={NO_TICKET}
      onClick={onGo}
      activeOptions={{ exact: false, includeSearch: false }}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <entry.icon />
      <span>{name}</span>
      {Count && (
        <Suspense>
          <Count />
        </Suspense>
      )}
      {alert && (
        <span
          className="alert-dot"
          role="img"
          aria-label={t('shell.stopped', { count: stopped })}
          title={t('shell.stopped', { count: stopped })}
        />
      )}
    </Link>
  )
  return rail ? (
    <Tooltip text={name} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
