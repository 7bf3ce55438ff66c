import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai/react'
import { ChevronRight, Search } from 'lucide-react'
import { useState } from 'react'
import { version } from '../../../package.json'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { type MenuGroup, menuGroups } from '../../shared/module'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { useSettled } from '../../shared/useSettled'
import { entryByRouteAtom, type Group } from './entries'
import { SideItem } from './SideItem'
import { useStoppedConnections } from './useStoppedConnections'
import { useVisibleGroups } from './useVisibleGroups'

const isGroups = (value: unknown): value is readonly MenuGroup[] =>
  Array.isArray(value) && value.every((name) => menuGroups.includes(name))
/** At first, what few people need every day. */
const foldedAtom = storedOfPerson<readonly MenuGroup[]>('menu.folded', menuGroups.slice(2), isGroups)

/** Search, links and versions, for `Side` and `SideOverlay`. */
export function SideContent({ rail = false, onGo }: { rail?: boolean; onGo?: () => void }) {
  const t = useText()
  const installation = useQuery(installationQuery).data
  const [typed, setTyped] = useState('')
  const find = useSettled(typed)
  const groups = useVisibleGroups(rail ? '' : find)
  const [folded, fold] = useAtom(foldedAtom)
  const byRoute = useAtomValue(entryByRouteAtom)
  // The router marks links by their spelling; a page also belongs to an entry by its route, such as /Kanban or /EmailLis.
  const current = useRouterState({ select: ({ matches }) => byRoute.get(matches.at(-1)?.routeId ?? '') })
  const [foldedAt, setFoldedAt] = useState<string>()
  return (
    <>
      <div className="side-scroll">
        <label className="side-find input input-sm input-quiet mb-1">
          <Search />
          <input
            type="search"
            placeholder={t('shell.findInMenu')}
            aria-label={t('shell.findInMenu')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {groups.map((group) => {
          // Search results show, even inside folded groups; so does the open page, until its group is folded there.
          const isOpen = group.entries.some(({ name }) => name === current) && foldedAt !== current
          const isFolded = !rail && find === '' && folded.includes(group.name) && !isOpen
          const turn = () => {
            const others = folded.filter((name) => name !== group.name)
            fold(isFolded ? others : [...others, group.name])
            setFoldedAt(isFolded ? undefined : current)
          }
          return (
            <section key={group.name} aria-label={t(`shell.${group.name}`)}>
              {rail ? <div className="side-group" /> : <GroupHead group={group} isFolded={isFolded} onTurn={turn} />}
              {!isFolded &&
                group.entries.map((entry) => (
                  <SideItem key={entry.name} entry={entry} isCurrent={entry.name === current} rail={rail} onGo={onGo} />
                ))}
            </section>
          )
        })}
        {find !== '' && groups.length === 0 && <p className="side-group">{t('shell.nothingInMenu', { text: find })}</p>}
      </div>
      {installation && (
        <div className="side-foot px-4 py-2.5 text-xs text-faint">
          {t('bar.versions', { screen: version, server: installation.version })}
        </div>
      )}
    </>
  )
}

type HeadProps = { group: Group; isFolded: boolean; onTurn(): void }

/** Folds its group; a stopped connection is shown there too. */
function GroupHead({ group, isFolded, onTurn }: HeadProps) {
  const t = useText()
  const stopped = useStoppedConnections()
  const name = t(`shell.${group.name}`)
  const isAlarming = isFolded && stopped > 0 && group.entries.some((entry) => entry.name === 'connections')
  return (
    <button
      type="button"
      className="side-group side-fold"
      aria-expanded={!isFolded}
      title={t(isFolded ? 'bar.unfold' : 'bar.fold', { name })}
      onClick={onTurn}
    >
      {name}
      {isAlarming && <span className="alert-dot" role="img" aria-label={t('shell.stopped', { count: stopped })} />}
      <ChevronRight />
    </button>
  )
}
