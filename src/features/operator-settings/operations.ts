import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getOperatorSettings: [
      'Listar os ajustes da instalação',
      'Listar los ajustes de la instalación',
      'Kurulum ayarlarını listele',
    ],
    putOperatorSettings: [
      'Mudar ajustes da instalação',
      'Cambiar ajustes de la instalación',
      'Kurulum ayarlarını değiştir',
    ],
    deleteOperatorSettingsMailSignIn: [
      'Sair da conta que envia os e-mails da instalação',
      'Cerrar la sesión de la cuenta que envía los correos de la instalación',
      'Kurulumun e-postalarını gönderen hesaptan çık',
    ],
    postOperatorSettingsMailSignIn: [
      'Começar a entrar na conta que envia os e-mails da instalação',
      'Empezar a iniciar sesión en la cuenta que envía los correos de la instalación',
      'Kurulumun e-postalarını gönderen hesaba girişi başlat',
    ],
    postOperatorSettingsMailSignInFinish: [
      'Concluir a entrada na conta que envia os e-mails da instalação',
      'Terminar de iniciar sesión en la cuenta que envía los correos de la instalación',
      'Kurulumun e-postalarını gönderen hesaba girişi tamamla',
    ],
    getOperatorSettingsMails: [
      'Ler os textos dos e-mails que a instalação envia',
      'Leer los textos de los correos que envía la instalación',
      'Kurulumun gönderdiği e-postaların metinlerini oku',
    ],
    deleteOperatorSettingsMailsByKindByLanguage: [
      'Voltar ao texto original de um e-mail',
      'Volver al texto original de un correo',
      'Bir e-postanın özgün metnine dön',
    ],
    putOperatorSettingsMailsByKindByLanguage: [
      'Mudar o texto de um e-mail',
      'Cambiar el texto de un correo',
      'Bir e-postanın metnini değiştir',
    ],
    postOperatorSettingsTrialsByName: [
      'Testar os ajustes de e-mail, Pix, IA, cópias ou BI',
      'Probar los ajustes de correo, Pix, IA, copias o BI',
      'E-posta, Pix, yapay zekâ, yedek veya BI ayarlarını dene',
    ],
    getSettingsAsaas: [
      'Ver se há uma chave da Asaas: na empresa 1, outro nome de asaasKey',
      'Ver si hay una clave de Asaas: en la empresa 1, otro nombre de asaasKey',
      'Bir Asaas anahtarı olup olmadığını gör: 1. şirkette asaasKey’in öbür adı',
    ],
    putSettingsAsaas: [
      'Definir a chave da Asaas: na empresa 1, outro nome de asaasKey',
      'Definir la clave de Asaas: en la empresa 1, otro nombre de asaasKey',
      'Asaas anahtarını belirle: 1. şirkette asaasKey’in öbür adı',
    ],
    getSettingsUserCreation: [
      'Ver se o cadastro está aberto: na empresa 1, outro nome de signUp',
      'Ver si el registro está abierto: en la empresa 1, otro nombre de signUp',
      'Kaydın açık olup olmadığını gör: 1. şirkette signUp’ın öbür adı',
    ],
    putSettingsUserCreation: [
      'Abrir ou fechar o cadastro: na empresa 1, outro nome de signUp',
      'Abrir o cerrar el registro: en la empresa 1, otro nombre de signUp',
      'Kaydı aç veya kapat: 1. şirkette signUp’ın öbür adı',
    ],
  },
}
