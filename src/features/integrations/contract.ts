/** Integrations: what answers in a queue in place of its options (webhook, n8n, Typebot, Dialogflow, flow). */
import * as v from 'valibot'

export const integrationTypes = ['webhook', 'n8n', 'typebot', 'dialogflow', 'flowbuilder'] as const
export const IntegrationType = v.picklist(integrationTypes, 'form.invalid')
export type IntegrationType = v.InferOutput<typeof IntegrationType>

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const
export const IntegrationLanguage = v.picklist(integrationLanguages, 'form.invalid')
export type IntegrationLanguage = v.InferOutput<typeof IntegrationLanguage>
