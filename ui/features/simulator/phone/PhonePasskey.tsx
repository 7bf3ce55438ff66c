import { useMutation } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { useId } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { Toggle } from '../../../shared/kit/Toggle'
import { toast } from '../../../shared/kit/toast'
import { commandText } from '../api'
import { showRefusal, useCommand } from '../useCommand'

/** The phone's passkey, whether WhatsApp demands it, and a device that waits for it. */
export function PhonePasskey({ phone: view }: { phone: PhoneView }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const { phone, hasPasskey = false, demandsPasskey = false, linking } = view
  const answer = useMutation({
    mutationFn: async () => navigator.clipboard?.writeText(await commandText({ do: 'answerPasskey', phone })),
    onSuccess: () => toast.success(t('common.copied')),
    onError: showRefusal,
  })
  return (
    <>
      <p className="handset-title">{t('simulator.passkey.title')}</p>
      <div className="handset-row">
        <KeyRound />
        <b className="min-w-0 whitespace-normal">
          {t(hasPasskey ? 'simulator.passkey.there' : 'simulator.passkey.none')}
        </b>
        <Button
          size="xs"
          tone="ghost"
          className="ml-auto"
          onClick={() => run.mutate({ do: 'setPasskey', phone, on: !hasPasskey })}
        >
          {t(hasPasskey ? 'simulator.passkey.remove' : 'simulator.passkey.create')}
        </Button>
      </div>
      <label htmlFor={id} className="flex min-h-8 items-center gap-2 text-xs">
        <Toggle
          id={id}
          checked={demandsPasskey}
          onChange={(on) => run.mutate({ do: 'setHabits', phone, demandsPasskey: on })}
        />
        {t('simulator.passkey.demand')}
      </label>
      {linking && (
        <Note tone="info" icon={<KeyRound />} role="status" className="my-1">
          <span className="grid gap-1.5">
            {t(linking.isAnswered ? 'simulator.passkey.answered' : 'simulator.passkey.waits')}
            {linking.code && <b className="nums text-base">{linking.code}</b>}
            {!linking.isAnswered && hasPasskey && (
              <Button
                size="xs"
                icon={<Copy />}
                className="justify-self-start"
                busy={answer.isPending}
                onClick={() => answer.mutate()}
              >
                {t('simulator.passkey.copy')}
              </Button>
            )}
          </span>
        </Note>
      )}
    </>
  )
}
