import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense, useEffect, useState } from 'react'
import { text } from '../../shared/i18n/language'
import { useText } from '../../shared/i18n/useText'
import { jobsAtom } from '../../shared/kit/jobs'
import { toast } from '../../shared/kit/toast'
import { useOnceTrue } from '../../shared/kit/useOnceTrue'
import { lazyPart } from '../../shared/lazyPart'
import { useLiveState } from '../../shared/live/LiveProvider'
import { retryFailed } from '../../shared/live/live-query'
import { isAway } from '../../shared/live/socket'
import { modulesAtom } from '../../shared/module'
import { whenQuiet } from '../../shared/quiet'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { hasArrived } from '../../shared/session/session'
import { store } from '../../shared/store'
import { isBoolean } from '../../shared/storedAtom'
import logo from '../../shared/theme/logo.svg'
import { useMedia, WIDE } from '../../shared/useMedia'
import { useMessageWatch } from '../messages/useMessageWatch'
import { NO_TICKET } from './entries'
import { ModuleStrips } from './ModuleStrips'
import { ModuleWatch } from './ModuleWatch'
import { useParts } from './parts'
import { ShiftStrip } from './ShiftStrip'
import { SideContent } from './SideContent'
import { StatusStrips } from './StatusStrips'
import { TopBar } from './TopBar'
import { awayTexts } from './texts/away'
import { useOwnPlan } from './useOwnPlan'
import { useOwnRights } from './useOwnRights'

const JobTray = lazyPart(() => import('../../shared/kit/JobTray').then((file) => file.JobTray))
const AwayStrip = lazyPart(() => import('./AwayStrip').then((file) => file.AwayStrip), awayTexts)
const SideOverlay = lazyPart(() => import('./SideOverlay').then((file) => file.SideOverlay))

/** Embedded in a frame there is no navigation. */
const framed = window.self !== window.top

/** Navigation, top bar and page. The desk and the wide pages need the width: there the navigation is always reduced to icons. */
export function Shell() {
  const t = useText()
  const parts = useParts()
  const wide = useMedia(WIDE)
  const place = useArea()
  const onDesk = place === 'desk' || place === 'ticket'
  const isRail = place !== 'elsewhere' || !wide
  const [menuOpen, setMenuOpen] = useState(false)
  const wasMenuOpen = useOnceTrue(menuOpen)
  useOwnRights()
  useOwnPlan()
  useWelcome()
  return (
    <div className="shell" data-side={framed ? 'none' : isRail ? 'rail' : 'full'} data-place={place}>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      {!framed && <Side rail={isRail} />}
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
        <Away />
        <StatusStrips />
        <ModuleStrips />
        <ShiftStrip />
        <Outlet />
      </div>
      <Jobs />
    </div>
  )
}

/** Long-running jobs, in the corner of every page; loaded with the first job. */
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

const wideRoutesAtom = atom(
  (get): ReadonlySet<string> =>
    new Set(get(modulesAtom).flatMap(({ path, isWide }) => (isWide ? `/private${path}` : []))),
)

/** Independent of the open ticket, so that the shell does not render again. */
function useArea() {
  const wideRoutes = useAtomValue(wideRoutesAtom)
  return useRouterState({
    select: ({ matches }): 'elsewhere' | 'wide' | 'desk' | 'ticket' => {
      if (matches.some(({ routeId }) => wideRoutes.has(routeId))) return 'wide'
      const desk = matches.find(({ routeId }) => routeId === '/private/tickets/{-$ticketId}')
      if (!desk) return 'elsewhere'
      return 'ticketId' in desk.params && desk.params.ticketId ? 'ticket' : 'desk'
    },
  })
}

/** The navigation beside the page; CSS hides it on phones, where `SideOverlay` replaces it. */
function Side({ rail }: { rail: boolean }) {
  const t = useText()
  return (
    <nav className="side" aria-label={t('shell.navigation')}>
      <Link className="side-brand" to="/tickets/{-$ticketId}" params={NO_TICKET}>
        <img src={logo} width="26" height="26" alt="" />
        <span>Balcão</span>
      </Link>
      <SideContent rail={rail} />
    </nav>
  )
}

const welcomedAtom = storedOfPerson<boolean>('welcomed', false, isBoolean)

/** Confirms the sign-in, once per user and browser: every day it would be annoying. */
function useWelcome() {
  useEffect(() => {
    if (!hasArrived() || store.get(welcomedAtom)) return
    store.set(welcomedAtom, true)
    toast.success(text()('shell.signedIn'))
  }, [])
}

/** A command has the company's data. */
function Away() {
  const state = useLiveState()
  return (
    <div role="status">
      <Suspense>{isAway(state) && <AwayStrip state={state} />}</Suspense>
    </div>
  )
}

/**
 * Background work of every page besides the desk's: cached conversations, and failed queries after a reconnection.
 * Renders nothing.
 */
function Watch() {
  const client = useQueryClient()
  const state = useLiveState()
  useMessageWatch()
  useEffect(() => void whenQuiet().then(() => import('../../shared/keepFocus').catch(() => undefined)), [])
  useEffect(() => {
    if (state === 'live') void retryFailed(client)
  }, [state, client])
  return null
}
