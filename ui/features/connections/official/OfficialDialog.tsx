import '../kinds/kinds.css'
import '../passkey/passkey.css'
import '../../queues/queues.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { errorText } from '../../../shared/errorText'
import { DiscardDialog } from '../../../shared/form/DiscardDialog'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { classes } from '../../../shared/kit/classes'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { connectionsQuery, queuesQuery } from '../../directory/api'
import { createOfficial, signUpOfferQuery } from './api'
import { CheckList } from './CheckList'
import { CoexistPart } from './CoexistPart'
import { isPassed } from './checks'
import { Part } from './Part'
import { SignIn } from './SignIn'
import { useOfficial } from './useOfficial'
import { ValuesPart } from './ValuesPart'
import { newVerifyToken, WebhookPart } from './WebhookPart'

type Props = {
  onClose(): void
  /** The number is connected, and its queues can be chosen. */
  onDone(connection: ConnectionSummary): void
}

/** Connects a number of WhatsApp's official channel, by values copied from Meta or by Meta's sign-in. */
export function OfficialDialog({ onClose, onDone }: Props) {
  const t = useText()
  const official = useOfficial()
  const { values, findings, isTyped, isWholeCurrent } = official
  const [kind, setKind] = useState<'own' | 'coexist'>('own')
  const [name, setName] = useState<string | null>(null)
  const [verifyToken] = useState(newVerifyToken)
  const [isLeaving, setLeaving] = useState(false)
  const queues = useQuery(queuesQuery).data ?? []
  const offer = useQuery(signUpOfferQuery)
  const [isChosenByHand, setByHand] = useState(false)
  const offered = offer.data?.isOffered ? offer.data : null
  const isByHand = isChosenByHand || offer.isError || offer.data?.isOffered === false
  const found = findings.find(({ check, state }) => check === 'number' && state === 'good')
  const shownName = name ?? nameIn(found?.answer ?? null)

  const connect = useMutation({
    mutationFn: () =>
      createOfficial({
        ...values,
        name: shownName.trim(),
        verifyToken,
        queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
      }),
  })
  const made = useNow(connect.data)
  const isReady = isWholeCurrent && isPassed(findings) && shownName.trim().length > 1
  const first = kind === 'coexist' ? 3 : 2
  const leave = () => (made ? onDone(made) : isTyped || name ? setLeaving(true) : onClose())

  return (
    <>
      <Dialog
        open
        onClose={leave}
        size={isByHand ? 'xl' : 'lg'}
        lead={<ChannelIcon channel="whatsapp_cloud" size="lg" />}
        title={t('connections.official.title')}
        firstStop=".set-up-choice input:checked"
        footer={
          <>
            {isByHand && (
              <span className="mr-auto flex items-center gap-2 text-xs text-faint max-sm:hidden">
                <Lock className="size-3.5!" />
                {t('connections.official.sealed')}
              </span>
            )}
            {made ? (
              <Button tone="primary" onClick={() => onDone(made)}>
                {t(made.account?.subscribedAt ? 'connections.official.finish' : 'connections.official.finishLater')}
              </Button>
            ) : (
              <>
                <Button tone="ghost" onClick={leave}>
                  {t('common.cancel')}
                </Button>
                {isByHand && (
                  <Button tone="primary" disabled={!isReady} busy={connect.isPending} onClick={() => connect.mutate()}>
                    {t('connections.action.connect')}
                  </Button>
                )}
              </>
            )}
          </>
        }
      >
        <div className={classes('border-t border-line', isByHand ? 'split' : 'min-h-0 overflow-y-auto')}>
          <div className={isByHand ? 'split-scroll' : ''}>
            {connect.error && <ErrorNote className="mx-6 mt-4">{errorText(t, connect.error)}</ErrorNote>}
            <Part place={1} isDone title={t('connections.official.part.number')}>
              <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1" role="radiogroup">
                {(['coexist', 'own'] as const).map((one) => (
                  <label className="set-up-choice" key={one}>
                    <input
                      type="radio"
                      name="official-kind"
                      className="radio radio-sm radio-primary"
                      checked={kind === one}
                      disabled={made !== undefined}
                      onChange={() => setKind(one)}
                    />
                    <b>{t(`connections.official.kind.${one}`)}</b>
                    <small>{t(`connections.official.kindText.${one}`)}</small>
                  </label>
                ))}
              </div>
            </Part>
            {offered && !isByHand && (
              <Part place={2} title={t('connections.official.signIn.title')}>
                <SignIn kind={kind} fault={offered.fault} text={t('connections.official.signIn.text')} />
                <button type="button" className="link text-sm justify-self-start" onClick={() => setByHand(true)}>
                  {t('connections.official.signIn.byHand')}
                </button>
              </Part>
            )}
            {kind === 'coexist' && <CoexistPart place={isByHand ? 2 : 3} way={isByHand ? 'byHand' : 'byMeta'} />}
            {isByHand && (
              <>
                <ValuesPart
                  place={first}
                  official={official}
                  name={shownName}
                  onName={setName}
                  isMade={made !== undefined}
                />
                <WebhookPart
                  place={first + 1}
                  url={connect.data?.webhook?.url ?? null}
                  verifyToken={verifyToken}
                  isMade={made !== undefined}
                />
                {!offered && !made && (
                  <p className="px-6 pb-5 text-xs text-faint text-pretty">{t('connections.official.signIn.off')}</p>
                )}
              </>
            )}
          </div>
          {isByHand && <CheckList official={official} made={made} />}
        </div>
      </Dialog>
      <DiscardDialog open={isLeaving} onStay={() => setLeaving(false)} onDiscard={onClose} />
    </>
  )
}

/** The connection as events keep it. */
function useNow(made: ConnectionSummary | undefined): ConnectionSummary | undefined {
  const id = made?.id
  const { data } = useQuery({ ...connectionsQuery, select: ({ items }) => items.find((one) => one.id === id) })
  return made && (data ?? made)
}

/** `+55 (21) 4020-1180, Casa Aurora` → `Casa Aurora`. */
const nameIn = (answer: string | null): string => answer?.split(', ').slice(1).join(', ').slice(0, 50) ?? ''
