import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useCommand } from '../useCommand'

/** Reinstalls WhatsApp on the phone: senders have to fetch its keys again. */
export function ReinstallNote({ phone: { phone, name, role } }: { phone: PhoneView }) {
  const t = useText()
  const run = useCommand()
  if (role === 'company') return null
  return (
    <div className="fault">
      <span className="two">
        <span>{t('simulator.reinstall.title')}</span>
        <small className="text-muted">{t('simulator.reinstall.text')}</small>
      </span>
      <Button
        size="sm"
        busy={run.isPending}
        onClick={() =>
          run.mutate(
            { do: 'reinstall', phone },
            { onSuccess: () => toast.success(t('simulator.reinstall.done', { name })) },
          )
        }
      >
        {t('simulator.reinstall.action')}
      </Button>
    </div>
  )
}
