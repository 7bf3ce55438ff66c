import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { PasskeyCredential } from '../../../../src/channels/passkeys/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { PHONE, useMedia } from '../../../shared/useMedia'
import { answerPasskey, comparePasskey, giveUpPasskey, passkeyQuery, sharePasskey } from '../api'
import { Confirmation } from '../passkey/Confirmation'
import { Stages } from '../passkey/Stages'
import { WithLink } from '../passkey/WithLink'

type Props = { connection: ConnectionSummary; isTyped: boolean; onTakeOver(): void; onGivenUp(): void }

/** WhatsApp requires a passkey: confirmed here, or by somebody else with a link. */
export function PairByPasskey({ connection: { id, name, passkey }, isTyped, onTakeOver, onGivenUp }: Props) {
  const t = useText()
  const isPhone = useMedia(PHONE)
  const state = useQuery(passkeyQuery(id, passkey?.stage ?? null))
  const refresh = () => void state.refetch()
  const answer = useMutation({
    mutationFn: (credential: PasskeyCredential) => answerPasskey(id, credential),
    onSettled: refresh,
  })
  const compare = useMutation({ mutationFn: (same: boolean) => comparePasskey(id, same), onSettled: refresh })
  const share = useMutation({ mutationFn: () => sharePasskey(id), onSettled: refresh })
  const giveUp = useMutation({ mutationFn: () => giveUpPasskey(id), onSuccess: onGivenUp })
  const { stage = 'demanded', options = null, code = null, reason = null, link = null, mine = true } = state.data ?? {}

  if (!mine)
    return (
      <>
        <Stages at="passkey" />
        <div className="dialog-body">
          <Note icon={<KeyRound />} action={<Button onClick={onTakeOver}>{t('connections.passkey.takeOver')}</Button>}>
            {t('connections.passkey.ofAnother')}
          </Note>
        </div>
      </>
    )
  return (
    <Confirmation
      request={{ stage, options, code, expiresAt: state.data?.expiresAt ?? null, wasRefused: reason === 'refused' }}
      // Phones have neither extensions nor a console.
      ways={isPhone ? ['link'] : ['helper', 'paste', 'link']}
      isTyped={isTyped}
      isBusy={answer.isPending || compare.isPending}
      error={answer.error ?? compare.error ?? share.error ?? giveUp.error}
      onAnswer={answer.mutate}
      onCompared={compare.mutate}
      onLink={() => share.data || share.mutate()}
      link={
        share.data && (
          <WithLink
            name={name}
            made={share.data}
            link={link}
            isBusy={share.isPending}
            onReplace={() => share.mutate()}
          />
        )
      }
      onGiveUp={() => giveUp.mutate()}
    />
  )
}
