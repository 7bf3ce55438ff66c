import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { SideItem } from './SideItem'
import { useVisibleGroups } from './useVisibleGroups'

/** Search, links and version, for `Side` and `SideOverlay`. */
export function SideContent({ rail = false, onGo }: { rail?: boolean; onGo?: () => void }) {
  const t = useText()
  const house = useQuery(installationQuery).data
  const [find, setFind] = useState('')
  const groups = useVisibleGroups(rail ? '' : find)
  return (
    <>
      <div className="side-scroll">
        <label className="side-find input input-sm input-quiet mb-1">
          <Search />
          <input
            type="search"
            placeholder={t('shell.findInMenu')}
            aria-label={t('shell.findInMenu')}
            value={find}
            onChange={(event) => setFind(event.target.value)}
          />
        </label>
        {groups.map((group) => (
          <section key={group.name} aria-label={t(`shell.${group.name}`)}>
            <div className="side-group" aria-hidden="true">
              {t(`shell.${group.name}`)}
            </div>
            {group.entries.map((entry) => (
              <SideItem key={entry.name} entry={entry} rail={rail} onGo={onGo} />
            ))}
          </section>
        ))}
        {find !== '' && groups.length === 0 && <p className="side-group">{t('shell.nothingInMenu', { text: find })}</p>}
      </div>
      {house && (
        <div className="side-foot px-4 py-2.5 text-xs text-faint">{t('shell.version', { version: house.version })}</div>
      )}
    </>
  )
}
