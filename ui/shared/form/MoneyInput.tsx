import type { ComponentProps } from 'react'

/** An amount of reais as it is typed. */
export function MoneyInput(props: ComponentProps<'input'>) {
  return (
    <span className="input money">
      <span aria-hidden="true">R$</span>
      <input {...props} inputMode="decimal" autoComplete="off" />
    </span>
  )
}
