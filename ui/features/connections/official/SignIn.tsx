import { useMutation } from '@tanstack/react-query'
import { LogIn, TriangleAlert } from 'lucide-react'
import type { NumberKind, SignUpOffer } from '../../../../src/channels/meta/cloud/sign-up-contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { Note } from '../../../shared/kit/Note'
import { startSignUp } from './api'

type Props = { kind: NumberKind; fault: SignUpOffer['fault']; text: string; tone?: 'primary' | 'plain' }

/** Leads to Meta's sign-up, which comes back with the numbers that were granted. */
export function SignIn({ kind, fault, text, tone = 'primary' }: Props) {
  const t = useText()
  const signIn = useMutation({
    mutationFn: () => startSignUp(kind),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted text-pretty">{text}</p>
      {fault && (
        <Note icon={<TriangleAlert />}>
          {t(`connections.official.webhook.fault.${fault}`, { answer: window.location.origin })}
        </Note>
      )}
      {signIn.error && <ErrorNote>{errorText(t, signIn.error)}</ErrorNote>}
      <Button tone={tone} icon={<LogIn />} busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('connections.pages.signIn')}
      </Button>
    </div>
  )
}
