/** On every page: keeps this browser registered, opens what a notification is about, and asks at the right moment. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { BellOff, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { acceptedAtom } from '../../shared/accepted'
import { languageAtom } from '../../shared/i18n/language'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { lazyPart } from '../../shared/lazyPart'
import { useUser } from '../../shared/session/useUser'
import { store } from '../../shared/store'
import { PHONE, useMedia } from '../../shared/useMedia'
import { unreadAtom } from '../../shared/usePageTitle'
import { pushQuery, registerThisDevice, reportAbility } from './api'
import { findInstallOffer, isApp, readAbility, showBadge, startShareWorker, startWorker } from './browser'
import { focusComposer } from './focusComposer'
import { type Question, questionFor } from './question'
import { deviceAtom, restAtom, wantedAtom } from './state'

const PushSheet = lazyPart(() => import('./PushSheet').then((file) => file.PushSheet))

export function PushStrip() {
  const [question, setQuestion] = useState<Question | null>(null)
  const isGuest = useUser().support === true
  useWorker()
  useRegistered(isGuest)
  useReported(isGuest)
  useBadge()
  useReplyHere()
  useWayBack()
  useManifest()
  useQuestion(isGuest ? () => {} : setQuestion)
  return (
    <>
      <Denied />
      {question && (
        <Suspense>
          <PushSheet question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The worker asks open pages to show what a notification is about, and waits for their answer. */
function useWorker(): void {
  const { navigate } = useRouter()
  useEffect(() => {
    void startWorker()
    void startShareWorker()
    if (!('serviceWorker' in navigator)) return
    const hear = ({ data, ports }: MessageEvent) => {
      const path = typeof data === 'object' && data !== null ? Reflect.get(data, 'open') : undefined
      if (typeof path !== 'string' || !path.startsWith('/')) return
      ports[0]?.postMessage('opened')
      void navigate({ href: path.replace(REPLY, '') }).then(() => path.endsWith(REPLY) && focusComposer())
    }
    navigator.serviceWorker.addEventListener('message', hear)
    navigator.serviceWorker.startMessages()
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [navigate])
}

/** The server learns that this browser is still used, and its address where that has changed. */
function useRegistered(isGuest: boolean): void {
  const isWanted = useAtomValue(wantedAtom)
  const language = useAtomValue(languageAtom)
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifications come in this language
  useEffect(() => {
    if (isGuest || !isWanted || readAbility() !== 'granted') return
    void queries
      .fetchQuery(pushQuery)
      // It may have been turned off meanwhile.
      .then(({ publicKey }) => (store.get(wantedAtom) ? registerThisDevice(publicKey) : undefined))
      .then(() => queries.invalidateQueries({ queryKey: pushQuery.queryKey }))
      .catch(() => undefined) // the next start registers it
  }, [isGuest, isWanted, language, queries])
}

function useReported(isGuest: boolean): void {
  useEffect(() => {
    if (!isGuest) void reportAbility(readAbility()).catch(() => undefined) // the next start reports it
  }, [isGuest])
}

/** A notification opened this page to answer. */
function useReplyHere(): void {
  const { history } = useRouter()
  useEffect(() => {
    const { href } = history.location
    if (!href.endsWith(REPLY)) return
    history.replace(href.slice(0, -REPLY.length))
    focusComposer()
  }, [history])
}

/** At the end of an address, as the worker writes it. */
const REPLY = '#reply'

function useBadge(): void {
  const unread = useAtomValue(unreadAtom)
  useEffect(() => showBadge(unread), [unread])
}

/** An app that opened at a conversation has nothing to go back to: the gesture leads to the list, as after a tap on it. */
function useWayBack(): void {
  const { history } = useRouter()
  useEffect(() => {
    const { pathname, href } = history.location
    if (!isApp() || window.history.length > 1 || !/^\/tickets\/./.test(pathname)) return
    history.replace('/tickets')
    history.push(href)
  }, [history])
}

/** Of the person's language: the page was served before it was known. */
function useManifest(): void {
  const language = useAtomValue(languageAtom)
  useEffect(() => {
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/app/manifest.${language}.webmanifest`)
  }, [language])
}

/** One question at a time, right after a conversation was accepted on a phone. */
function useQuestion(ask: (question: Question) => void): void {
  const isPhone = useMedia(PHONE)
  const accepted = useAtomValue(acceptedAtom)
  const isWanted = useAtomValue(wantedAtom)
  const { askFrom, installFrom } = useAtomValue(deviceAtom)
  const choose = useEffectEvent((ticket: TicketSummary) => {
    const what = questionFor({
      ability: readAbility(),
      isWanted,
      isPhone,
      mayInstall: findInstallOffer() !== undefined && !isApp(),
      restsUntil: { ask: askFrom, install: installFrom },
      now: Date.now(),
    })
    if (what) ask({ what, ticket })
  })
  useEffect(() => {
    if (accepted) choose(accepted)
  }, [accepted])
}

/** Said on the phone where it was refused, until it is put away. */
function Denied() {
  const t = useText()
  const isPhone = useMedia(PHONE)
  const { askFrom } = useAtomValue(deviceAtom)
  const [isWanted] = useAtom(wantedAtom)
  const rest = useSetAtom(restAtom)
  if (!isPhone || !isWanted || readAbility() !== 'denied' || Date.now() < askFrom) return null
  return (
    <aside className="status-strip status-strip-warn" aria-label={t('pushHost.denied.title')}>
      <BellOff />
      <span>
        <b className="block font-semibold">{t('pushHost.denied.title')}</b>
        {t('pushHost.denied.how')}
      </span>
      <IconButton label={t('pushHost.denied.hide')} size="xs" onClick={() => rest('askFrom', Date.now())}>
        <X />
      </IconButton>
    </aside>
  )
}
