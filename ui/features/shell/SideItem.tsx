import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense, useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Tooltip } from '../../shared/kit/Tooltip'
import { lazyPart } from '../../shared/lazyPart'
import { modulesAtom } from '../../shared/module'
import { whenQuiet } from '../../shared/quiet'
import { loadPageStyles } from '../../shared/theme/pageStyles'
import { type Entry, NO_TICKET } from './entries'
import { useStoppedConnections } from './useStoppedConnections'

const countsAtom = atom(
  (get) =>
    new Map(
      get(modulesAtom).flatMap(({ name, count }) =>
        count ? [[name, lazyPart(() => whenQuiet().then(loadPageStyles).then(count))] as const] : [],
      ),
    ),
)

type Props = { entry: Entry; isCurrent: boolean; rail: boolean; onGo: (() => void) | undefined }

export function SideItem({ entry, isCurrent, rail, onGo }: Props) {
  const t = useText()
  const stopped = useStoppedConnections()
  const Count = useAtomValue(countsAtom).get(entry.name)
  const place = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other width has other places
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, rail])
  const name = entry.title[t.language]
  const alert = entry.name === 'connections' && stopped > 0
  const link = (
    <Link
      ref={place}
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
