import '../kinds/kinds.css'
import '../passkey/passkey.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Info, LogIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FoundPages, MetaPage } from '../../../../src/channels/meta/pages/contract'
import { hasFeature } from '../../../../src/tenancy/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { colorOf, initials } from '../../../shared/kit/Face'
import { Note } from '../../../shared/kit/Note'
import { Rich } from '../../../shared/kit/Rich'
import { toast } from '../../../shared/kit/toast'
import { useUser } from '../../../shared/session/useUser'
import { queuesQuery } from '../../directory/api'
import { SignInSteps } from '../signIn/SignInSteps'
import { choosePages, startPageSignIn } from './api'
import { connectedIn, firstTicks, idsOf, type Ticks, toggled } from './choice'

type Props = {
  /** After the sign-in; null: it has to begin. */
  found: FoundPages | null
  /** How many connections the company has. */
  count: number
  onClose(): void
}

/** Connects pages and their Instagram accounts: through Meta's sign-in, then by choosing. */
export function PagesDialog({ found, count, onClose }: Props) {
  const t = useText()
  const { features, plan } = useUser().company
  const limit = plan?.connections ?? null
  const room = limit === null ? null : Math.max(0, limit - count)
  const channels = { facebook: hasFeature(features, 'useFacebook'), instagram: hasFeature(features, 'useInstagram') }
  const [ticks, setTicks] = useState<Ticks>(() => firstTicks(found?.pages ?? [], channels, room))
  const renewed = connectedIn(found?.pages ?? [])
  const queues = useQuery(queuesQuery).data ?? []
  const signIn = useMutation({ mutationFn: startPageSignIn, onSuccess: ({ url }) => window.location.assign(url) })
  const choose = useMutation({
    mutationFn: (key: string) =>
      choosePages({
        key,
        ids: [...ticks, ...renewed],
        queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
      }),
    onSuccess({ connected, refused }) {
      const count = connected.filter(({ isNew }) => isNew).length
      if (count > 0) toast.success(t('connections.pages.done', { count }))
      else if (connected.length > 0) toast.success(t('connections.pages.renewed'))
      if (refused.length === 0) onClose()
    },
  })
  const isTooMany = room !== null && ticks.size > room
  const failure = signIn.error ?? choose.error
  const enter = (tone: 'primary' | 'quiet', words: string) => (
    <Button
      tone={tone}
      className={tone === 'quiet' ? 'mr-auto max-sm:hidden' : ''}
      icon={tone === 'primary' ? <LogIn /> : undefined}
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {words}
    </Button>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      lead={<ChannelIcon channel={channels.facebook ? 'facebook' : 'instagram'} size="lg" />}
      title={t('connections.pages.title')}
      firstStop={found ? '.pick-row input:not([disabled])' : '.btn-primary'}
      footer={
        <>
          {found && enter('quiet', t('connections.pages.otherAccount'))}
          <Button tone="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {found ? (
            <Button
              tone="primary"
              disabled={ticks.size + renewed.length === 0 || isTooMany || choose.isSuccess}
              busy={choose.isPending}
              onClick={() => choose.mutate(found.key)}
            >
              {ticks.size > 0 ? t('connections.pages.connect', { count: ticks.size }) : t('connections.pages.renew')}
            </Button>
          ) : (
            enter('primary', t('connections.pages.signIn'))
          )}
        </>
      }
    >
      <SignInSteps
        now={found ? 'choose' : 'signIn'}
        choose={t('connections.pages.step.choose')}
        person={found?.person}
      />
      <div className="min-h-0 overflow-y-auto">
        {failure && <ErrorNote className="m-5">{errorText(t, failure)}</ErrorNote>}
        {choose.data && choose.data.refused.length > 0 && (
          <ErrorNote className="m-5">
            {t('connections.pages.refused', {
              names: choose.data.refused
                .map(({ name, reason }) => `${name} (${t.find(`connections.pages.refusal.${reason}`) ?? reason})`)
                .join(', '),
            })}
          </ErrorNote>
        )}
        {!found && <p className="px-5 py-4 text-pretty">{t('connections.pages.what')}</p>}
        {found?.pages.length === 0 && <p className="px-5 py-4 text-pretty">{t('connections.pages.none')}</p>}
        {found?.pages.map((page) => (
          <PageRow
            key={page.id}
            page={page}
            ids={idsOf(page, channels)}
            channels={channels}
            ticks={ticks}
            onToggle={(ids) => setTicks((now) => toggled(now, ids))}
          />
        ))}
        {found && found.pages.length > 0 && (
          <div className="px-5 pb-4 pt-1">
            <Note tone={isTooMany ? 'warning' : 'info'} icon={<Info />} role="status">
              <Rich
                text={
                  room === null
                    ? t('connections.pages.note', { count: ticks.size })
                    : t('connections.pages.noteOf', { count: ticks.size, room })
                }
              />{' '}
              {t(isTooMany ? 'connections.kind.full' : 'connections.pages.staysThere')}
            </Note>
          </div>
        )}
      </div>
    </Dialog>
  )
}

type RowProps = {
  page: MetaPage
  /** What its tick connects. */
  ids: readonly string[]
  channels: Parameters<typeof idsOf>[1]
  ticks: Ticks
  onToggle(ids: readonly string[]): void
}

/** A page with its Instagram account. What cannot be connected stays in the list, with the reason. */
function PageRow({ page, ids, channels, ticks, onToggle }: RowProps) {
  const t = useText()
  const isOff = ids.length === 0
  const refusal = page.refusal && t.find(`connections.pages.refusal.${page.refusal}`)
  return (
    <label className="pick-row" data-off={isOff ? '' : undefined}>
      <input
        type="checkbox"
        className="checkbox checkbox-sm checkbox-primary"
        checked={isOff ? page.isConnected : ids.every((id) => ticks.has(id))}
        disabled={isOff}
        onChange={() => onToggle(ids)}
      />
      <PageMark name={page.name} />
      <span className="min-w-0">
        <b>{page.name}</b>
        <small>
          {refusal ??
            (page.isConnected
              ? t('connections.pages.connected')
              : channels.facebook
                ? t('connections.pages.page')
                : t('connections.pages.noFacebook'))}
        </small>
      </span>
      <span className="text-xs text-faint max-sm:col-start-3 max-sm:col-span-2">
        <InstagramWords page={page} isInPlan={channels.instagram} />
      </span>
    </label>
  )
}

function InstagramWords({ page, isInPlan }: { page: MetaPage; isInPlan: boolean }): ReactNode {
  const t = useText()
  const { instagram } = page
  if (!instagram) return page.refusal === null && t('connections.pages.noInstagram')
  const refusal = instagram.refusal && t.find(`connections.pages.refusal.${instagram.refusal}`)
  const words = refusal ?? (instagram.isConnected ? t('connections.pages.connected') : null)
  return (
    <span className="inline-flex items-center gap-2">
      <ChannelIcon channel="instagram" />
      <span>
        @{instagram.username}
        {words && `, ${words}`}
        {!isInPlan && `, ${t('connections.pages.notInPlan')}`}
      </span>
    </span>
  )
}

const PageMark = ({ name }: { name: string }) => (
  <span className="page-mark" style={{ '--c': colorOf(name) } as React.CSSProperties} aria-hidden="true">
    {initials(name)}
  </span>
)
