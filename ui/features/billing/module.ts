import { ReceiptText } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { stripTexts } from './texts/strip'
import { CheckoutView, FinanceView, InvoicesView, ReceiptView } from './view'

const page = () => import('./FinancePage').then((file) => file.FinancePage)
const shown = [texts, kit] as const

export const finance = defineModule({
  name: 'finance',
  path: '/financeiro',
  search: FinanceView,
  texts: shown,
  page,
  menu: {
    group: 'administration',
    order: 27,
    title: { 'pt-BR': 'Financeiro', en: 'Finance', es: 'Finanzas', tr: 'Finans' },
    icon: ReceiptText,
    needs: 'drawer-admin-items:view',
  },
  watch: () => import('./useRenewal').then((file) => file.useRenewal),
  strip: {
    order: 2,
    texts: [stripTexts],
    strip: () => import('./SubscriptionStrip').then((file) => file.SubscriptionStrip),
  },
})

/** The page that an overdue company is redirected to. */
export const financeOpen = defineModule({
  name: 'financeOpen',
  path: '/financeiro-aberto',
  within: 'finance',
  search: FinanceView,
  texts: shown,
  page,
})

export const checkout = defineModule({
  name: 'checkout',
  path: '/checkout',
  within: 'finance',
  search: CheckoutView,
  texts: shown,
  page: () => import('./CheckoutPage').then((file) => file.CheckoutPage),
})

export const receipt = defineModule({
  name: 'receipt',
  path: '/recibo',
  within: 'finance',
  search: ReceiptView,
  texts: shown,
  page: () => import('./ReceiptPage').then((file) => file.ReceiptPage),
})

export const invoices = defineModule({
  name: 'invoices',
  path: '/faturas',
  search: InvoicesView,
  texts: shown,
  page: () => import('./InvoicesPage').then((file) => file.InvoicesPage),
  menu: {
    group: 'operator',
    order: 32,
    title: { 'pt-BR': 'Faturas', en: 'Invoices', es: 'Facturas', tr: 'Faturalar' },
    icon: ReceiptText,
    needs: 'super',
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
