import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import * as v from 'valibot'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { TypedNumber } from '../../../../src/contacts/contract'
import { errorText } from '../../../shared/errorText'
import { useForm } from '../../../shared/form/useForm'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { toast } from '../../../shared/kit/toast'
import { NumberField } from '../../contacts/NumberField'
import { openPairing } from '../api'
import { explain, isStopped, newer } from '../status'
import { CodeTiles } from './CodeTiles'
import { Countdown } from './Countdown'
import { Steps } from './Steps'

const Form = v.object({ number: TypedNumber })

/** Pairing by a code typed on the phone, where scanning is not possible. */
export function PairByCode({ connection: heard }: { connection: ConnectionSummary }) {
  const t = useText()
  const format = useFormat()
  const { id, number } = heard
  const form = useForm(Form, { number: number ? format.phone(number) : '' })
  const ask = useMutation({ mutationFn: (digits: string) => openPairing(id, digits) })
  const submit = form.handleSubmit((values) => ask.mutate(values.number))
  const asked = ask.isSuccess || ask.isPending
  const connection = newer(heard, ask.data)
  const { pairingCode, qrcodeExpiresAt } = connection
  const validFor = (seconds: number) => t('connections.pair.validFor', { time: format.duration(seconds) })
  const isOver = ask.isSuccess && isStopped(connection)
  const copy = () =>
    void navigator.clipboard?.writeText(pairingCode ?? '').then(() => toast.success(t('common.copied')))
  return (
    <div className="dialog-body pair-grid pair-grid-code">
      <Steps
        texts={[t('connections.pair.codeStep1'), t('connections.pair.codeStep2'), t('connections.pair.codeStep3')]}
      />
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <NumberField form={form} name="number" label={t('connections.pair.number')} isOwn autoFocus />
        {ask.error && <ErrorNote>{errorText(t, ask.error)}</ErrorNote>}
        {isOver && <ErrorNote>{explain(t, connection)}</ErrorNote>}
        {asked && !isOver && (
          <div className="grid gap-2">
            <CodeTiles code={pairingCode} />
            <p className="flex min-h-4 items-center gap-2 text-xs text-faint nums">
              {pairingCode && qrcodeExpiresAt && (
                <Countdown key={qrcodeExpiresAt} until={qrcodeExpiresAt} words={validFor} />
              )}
            </p>
          </div>
        )}
        <div className="flex items-center gap-2">
          {asked && pairingCode && navigator.clipboard && (
            <Button size="sm" icon={<Copy />} onClick={copy}>
              {t('connections.pair.copy')}
            </Button>
          )}
          <Button size="sm" type="submit" tone={asked ? 'quiet' : 'plain'} busy={ask.isPending}>
            {asked ? t('connections.pair.anotherCode') : t('connections.pair.getCode')}
          </Button>
        </div>
      </form>
    </div>
  )
}
