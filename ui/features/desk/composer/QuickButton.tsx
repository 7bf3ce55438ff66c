import { Zap } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { lazyPart } from '../../../shared/lazyPart'
import { writingTarget } from '../../messages/composer/box'
import { useSigning } from './SignButton'

const QuickPanel = lazyPart(() => import('../../quick-messages/picker/QuickPanel').then((file) => file.QuickPanel))

export function QuickButton({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { isOn } = useSigning()
  return (
    <Popover
      label={t('messages.quick.title')}
      side="top"
      align="start"
      className="p-0"
      open={open}
      onOpenChange={setOpen}
      finalFocus={writingTarget}
      trigger={
        <IconButton className="only-message" label={t('messages.quick.title')}>
          <Zap />
        </IconButton>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 h-8" />}>
        <QuickPanel ticket={ticket} isSigned={isOn} onClose={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
