import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Segment } from '../../shared/kit/Segment'
import { commands, type Product } from './commands'

const products = Object.keys(commands) as Product[] // the keys of a constant

/** Three lines for each product: the database, the files, and what to do on the day. */
export function HowToDump() {
  const t = useText()
  const [product, setProduct] = useState<Product>('ticketz')
  const { dump, files } = commands[product]
  return (
    <section>
      <h2 className="font-semibold">{t('movingIn.how.title')}</h2>
      <Segment
        label={t('movingIn.how.product')}
        value={product}
        onChange={setProduct}
        items={products.map((id) => ({ id, label: commands[id].name }))}
        className="mt-2 flex-wrap"
      />
      <ol className="mt-3 grid gap-3 text-sm">
        <Command label={t('movingIn.how.dump')} text={dump} />
        <Command label={t('movingIn.how.files')} text={files} />
        <li className="text-muted">{t('movingIn.how.last')}</li>
      </ol>
    </section>
  )
}

function Command({ label, text }: { label: string; text: string }) {
  const t = useText()
  return (
    <li>
      <span className="flex min-h-7 items-center gap-1 text-muted">
        <span className="flex-1">{label}</span>
        <CopyButton label={t('movingIn.how.copy', { what: label })} text={text} />
      </span>
      <code className="move-command" translate="no">
        {text}
      </code>
    </li>
  )
}
