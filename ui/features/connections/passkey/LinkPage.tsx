import './passkey.css'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check, KeyRound, Smartphone, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LinkState, PasskeyCredential } from '../../../../src/channels/passkeys/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { LanguageSelect } from '../../../shared/kit/LanguageSelect'
import { Note } from '../../../shared/kit/Note'
import { Toaster } from '../../../shared/kit/Toaster'
import { createQueryClient } from '../../../shared/queryClient'
import logo from '../../../shared/theme/logo.svg'
import { PHONE, useMedia } from '../../../shared/useMedia'
import { usePageTitle } from '../../../shared/usePageTitle'
import { Confirmation } from './Confirmation'
import { CopyBox } from './CopyBox'
import { Failed, isFailure } from './Failed'
import { answerByLink, compareByLink, linkStateQuery, openLink } from './linkApi'
import { Stages } from './Stages'
import { Ask } from './Ways'

/** The page behind a link: shows nothing of the company but its name, and needs no sign-in. */
export function LinkPage() {
  const t = useText()
  const { token = '' } = useParams({ strict: false })
  usePageTitle(t('connections.passkey.page.title'))
  const [queries] = useState(createQueryClient)
  const [key, setKey] = useState(() => keptKey(token))
  return (
    <QueryClientProvider client={queries}>
      <div className="min-h-dvh grid place-items-center p-4 bg-base-300">
        <main className="w-full max-w-184 rounded-box bg-base-100 shadow-pop overflow-hidden">
          <header className="dialog-head">
            <img src={logo} width="28" height="28" alt="" />
            <h1 className="flex-1 font-semibold">{t('connections.passkey.page.title')}</h1>
            <LanguageSelect />
          </header>
          {key === null ? (
            <Welcome
              token={token}
              onOpened={(opened) => {
                keepKey(token, opened)
                setKey(opened)
              }}
            />
          ) : (
            <Opened linkKey={key} />
          )}
        </main>
        <Toaster />
      </div>
    </QueryClientProvider>
  )
}

/** The link works once, so it is opened only by a button: link previews must not use it up. */
function Welcome({ token, onOpened }: { token: string; onOpened(key: string): void }) {
  const t = useText()
  const isPhone = useMedia(PHONE)
  const open = useMutation({ mutationFn: () => openLink(token), onSuccess: ({ key }) => onOpened(key) })
  return (
    <>
      <Ask icon={<KeyRound />} title={t('connections.passkey.page.before')} text={t('connections.passkey.what')} />
      <div className="dialog-body grid gap-3 pt-0!">
        <p className="text-sm text-muted">{t('connections.passkey.page.trust')}</p>
        <p className="text-sm text-muted">{t('connections.passkey.page.once')}</p>
        {isPhone && <Note icon={<Smartphone />}>{t('connections.passkey.page.onPhone')}</Note>}
        {isPhone && <CopyBox label={t('connections.passkey.link.label')} text={location.href} />}
        {open.error && <ErrorNote>{errorText(t, open.error)}</ErrorNote>}
      </div>
      {!isPhone && (
        <footer className="dialog-foot">
          <Button tone="primary" busy={open.isPending} onClick={() => open.mutate()}>
            {t('connections.passkey.page.start')}
          </Button>
        </footer>
      )}
    </>
  )
}

function Opened({ linkKey }: { linkKey: string }) {
  const t = useText()
  const query = useQuery(linkStateQuery(linkKey))
  const refresh = () => void query.refetch()
  const answer = useMutation({
    mutationFn: (credential: PasskeyCredential) => answerByLink(linkKey, credential),
    onSettled: refresh,
  })
  const compare = useMutation({ mutationFn: (same: boolean) => compareByLink(linkKey, same), onSettled: refresh })
  const state = query.data
  if (query.error)
    return (
      <div className="dialog-body">
        <ErrorNote>{errorText(t, query.error)}</ErrorNote>
      </div>
    )
  if (!state) return <div className="dialog-body bone h-40" />
  const { stage, name, company, options, expiresAt, code, reason } = state
  if (stage === 'linked' || stage === 'over') return <Ended state={state} />
  return (
    <>
      <p className="px-5 pt-4 text-sm text-muted">{t('connections.passkey.page.lead', { name, company })}</p>
      <Confirmation
        request={{ stage, options, expiresAt, code, wasRefused: reason === 'refused' }}
        ways={['helper', 'paste']}
        isBusy={answer.isPending || compare.isPending}
        error={answer.error ?? compare.error}
        onAnswer={answer.mutate}
        onCompared={compare.mutate}
      />
    </>
  )
}

function Ended({ state: { stage, name, reason } }: { state: LinkState }): ReactNode {
  const t = useText()
  if (stage === 'linked')
    return (
      <>
        <Stages at="linked" />
        <div role="status">
          <Ask
            icon={<Check />}
            tone="good"
            title={t('connections.passkey.page.linked', { name })}
            text={t('connections.passkey.page.linkedText')}
          />
        </div>
      </>
    )
  if (isFailure(reason)) return <Failed reason={reason} />
  return (
    <div role="status">
      <Ask
        icon={<TriangleAlert />}
        tone="bad"
        title={t('connections.passkey.page.over')}
        text={t('connections.passkey.page.overText')}
      />
    </div>
  )
}

/** In this tab only: the page may be reloaded, for example after installing the extension. */
const STORE = 'passkey-link'
function keptKey(token: string): string | null {
  const kept = sessionStorage.getItem(STORE)
  return kept?.startsWith(`${token} `) ? kept.slice(token.length + 1) : null
}
const keepKey = (token: string, key: string) => sessionStorage.setItem(STORE, `${token} ${key}`)
