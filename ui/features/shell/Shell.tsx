import { Outlet, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { Suspense, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { jobsAtom } from '../../shared/kit/jobs'
import { Toaster } from '../../shared/kit/Toaster'
import { useOnceTrue } from '../../shared/kit/useOnceTrue'
import { lazyPart } from '../../shared/lazyPart'
import { useMedia, WIDE } from '../../shared/useMedia'
import { ModuleWatch } from './ModuleWatch'
import { useParts } from './parts'
import { ShiftStrip } from './ShiftStrip'
import { Side } from './Side'
import { StatusStrips } from './StatusStrips'
import { TopBar } from './TopBar'
import { useOwnRights } from './useOwnRights'
import { useSubscriptionWarning } from './useSubscriptionWarning'
import { useWelcome } from './useWelcome'
import { Watch } from './Watch'

const JobTray = lazyPart(() => import('../../shared/kit/JobTray').then((file) => file.JobTray))
const SideOverlay = lazyPart(() => import('./SideOverlay').then((file) => file.SideOverlay))

/** Embedded in another page's frame there is no navigation. */
const framed = window.self !== window.top

/** Navigation, top bar and the page. On the desk the navigation is always reduced to icons, for the width. */
export function Shell() {
  const t = useText()
  const parts = useParts()
  const wide = useMedia(WIDE)
  const place = usePlace()
  const onDesk = place !== 'elsewhere'
  const [menuOpen, setMenuOpen] = useState(false)
  const wasMenuOpen = useOnceTrue(menuOpen)
  useOwnRights()
  useSubscriptionWarning()
  useWelcome()
  return (
    <div className="shell" data-side={framed ? 'none' : onDesk || !wide ? 'rail' : 'full'} data-place={place}>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      {!framed && <Side rail={onDesk || !wide} />}
      {wasMenuOpen && (
        <Suspense>
          <SideOverlay open={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <Watch />
      <parts.Watch onDesk={onDesk} />
      <ModuleWatch />
      <TopBar onMenu={framed ? undefined : () => setMenuOpen(true)} />
      <div className="page-place" id="page" tabIndex={-1}>
        <StatusStrips />
        <ShiftStrip />
        <Outlet />
      </div>
      <Toaster />
      <Jobs />
    </div>
  )
}

/** What goes on for long, in the corner of every page; comes with the first of it. */
function Jobs() {
  const jobs = useAtomValue(jobsAtom)
  return (
    jobs.length > 0 && (
      <Suspense>
        <JobTray jobs={jobs} />
      </Suspense>
    )
  )
}

/** Independent of the open ticket, so that the shell is not rendered again. */
const usePlace = () =>
  useRouterState({
    select: ({ matches }): 'elsewhere' | 'desk' | 'ticket' => {
      const desk = matches.find(({ routeId }) => routeId === '/private/tickets/{-$ticketId}')
      if (!desk) return 'elsewhere'
      return 'ticketId' in desk.params && desk.params.ticketId ? 'ticket' : 'desk'
    },
  })
