import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/useText'
import { Tooltip } from '../../shared/kit/Tooltip'
import { type Entry, NO_TICKET } from './entries'
import { useStoppedConnections } from './useStoppedConnections'

export function SideItem({ entry, rail, onGo }: { entry: Entry; rail: boolean; onGo: (() => void) | undefined }) {
  const t = useText()
  const stopped = useStoppedConnections()
  const name = entry.title[t.language]
  const alert = entry.name === 'connections' && stopped > 0
  const link = (
    <Link
      className="side-item"
      to={entry.to}
      params={NO_TICKET}
      onClick={onGo}
      activeOptions={{ exact: false, includeSearch: false }}
    >
      <entry.icon />
      <span>{name}</span>
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
