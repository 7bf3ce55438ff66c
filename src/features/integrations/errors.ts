import { defineErrors } from '../../errors'

export const integrationErrors = defineErrors({
  ERR_NO_INTEGRATION_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Integração não encontrada.',
      en: 'Integration not found.',
      es: 'Integración no encontrada.',
      tr: 'Entegrasyon bulunamadı.',
    },
  },
  /** `details.most`: integrations per company. */
  ERR_INTEGRATION_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem integrações demais: exclua as que não usa.',
      en: 'The company has too many integrations: delete those you no longer use.',
      es: 'La empresa ya tiene demasiadas integraciones: elimine las que no usa.',
      tr: 'Şirketin zaten çok fazla entegrasyonu var: kullanılmayanları silin.',
    },
  },
  ERR_INTEGRATION_ADDRESS: {
    status: 400,
    texts: {
      'pt-BR': 'O endereço precisa ser https e estar na internet pública.',
      en: 'The address must be https and on the public internet.',
      es: 'La dirección debe ser https y estar en la internet pública.',
      tr: 'Adres https olmalı ve herkese açık internette bulunmalı.',
    },
  },
  /** It ended, or was never given. */
  ERR_FILE_LINK: {
    status: 401,
    texts: {
      'pt-BR': 'Este endereço de arquivo não vale mais.',
      en: 'This file address is no longer valid.',
      es: 'Esta dirección de archivo ya no es válida.',
      tr: 'Bu dosya adresi artık geçerli değil.',
    },
  },
  ERR_INTEGRATION_SIGNS_NOTHING: {
    status: 409,
    texts: {
      'pt-BR': 'Só chamadas de webhook e n8n são assinadas.',
      en: 'Only calls of webhook and n8n are signed.',
      es: 'Solo se firman las llamadas de webhook y n8n.',
      tr: 'Yalnızca webhook ve n8n çağrıları imzalanır.',
    },
  },
  /** The key file is not valid, or Google refused it. */
  ERR_TEST_SESSION_DIALOG: {
    status: 400,
    texts: {
      'pt-BR': 'O Dialogflow não aceitou a chave. Confira o projeto e o arquivo da conta de serviço.',
      en: 'Dialogflow did not accept the key. Check the project and the service account’s file.',
      es: 'Dialogflow no aceptó la clave. Revise el proyecto y el archivo de la cuenta de servicio.',
      tr: 'Dialogflow anahtarı kabul etmedi. Projeyi ve hizmet hesabı dosyasını kontrol edin.',
    },
  },
  /** The key works, but the agent did not answer. */
  ERR_TEST_REPLY_DIALOG: {
    status: 400,
    texts: {
      'pt-BR': 'O agente do Dialogflow não respondeu.',
      en: 'The Dialogflow agent did not answer.',
      es: 'El agente de Dialogflow no respondió.',
      tr: 'Dialogflow temsilcisi yanıt vermedi.',
    },
  },
})
