import { BACKBONES, type Backbone } from "../model/evaluation.js";

/** Categories that SaaSBench appendix B.6 names, with the published spellings that its wildcards cover. */
const NAMED: Readonly<Record<Backbone, string>> = {
  Deploy: `BackgroundJobs Build CLI Configuration Deployment Maintenance Setup Teardown TestFixture`,
  Data: `
    Cache CacheSystem DatabaseDiscovery Datasource EventProcessing FileSystem ImportExport IngestionCLI Lineage
    MediaManagement Metadata RLS Upload
  `,
  API: `
    Action ActionCollection ChatSystem CollectionCRUD CRUD GraphQL GraphQLAPI NotificationRealtime Realtime Search
    SearchDiscovery TaskCRUD TopicPostCRUD TransactionalEmail tRPC Validation VaultCRUD Webhook Webhooks
    WebhookSystem WebSocket
  `,
  Logic: `
    AsyncQueue AsyncRealtime AsyncTasks BadgeSystem BreakoutRooms Cart ChargeModels ConferenceFlow CronJobs
    CronSystem HookSystem Inventory InvoiceLifecycle ModerationReview Order Payment PetMount Plugin QuestSystem
    Recording Sharing Subscription Tax TemplateManagement TrustLevel Whiteboard Workflow
  `,
  AuthZ: `
    AccessControl APIKey AuditCompliance AuditLog BruteForceDetection BusinessLogic_2FA BusinessLogic_Identity
    IdentityProvider KeyManagement OAuth2 OAuthProvider OIDCProtocol PasswordPolicy Permission ProtocolMappers RBAC
    SAMLProtocol Security SecurityCrypto SecurityQuality TokenExchange UserManagement
  `,
  Quality: `AdminPanel AdminUI ConfigAndAdmin EdgeCases ErrorHandling Internationalization Localization`,
};

/** The other categories of the published tasks, by the definitions of B.6, whose own lists end with an ellipsis. */
const BY_DEFINITION: Readonly<Record<Backbone, string>> = {
  Deploy: "",
  Data: `DataExport DatasetManagement DataVerification ExternalStorage FieldTypes FileAndSearch Importer`,
  API: `
    AccountAPI ContentAPI GlobalAPI IFrameAPI PublicAPI SelectAPI StoreAPI UserAPI
    CalDAV CardDAV MCP XMPPSignaling
    Application Email Notification OpenAPIRest Page PrivateMessaging QueryEngine RealTime REST_Validation Workspace
  `,
  Logic: `
    Achievement Challenges ClassSystem Equipment Lifecycle Party RPGStats Social TaskScoring
    Billing Claim Commerce CouponApplication CreditNotes Customer DraftOrder DunningCampaigns Exchange Fulfillment
    OrderTransfer Pricing Product ProgressiveBilling Promotion Region Return SalesChannel StockLocation
    SubscriptionLifecycle TaxCalculation WalletOperations
    BounceProcessing CampaignManagement ListManagement PublicSubscription SubscriberManagement
    ChartData Favorites ReportAlert SQLExecution TaggingSystem
    ConnectionStats E2EE EmbedMeeting FollowMe HandRaise Invite ParticipantsPane PollsSystem Reactions SharedVideo
    SpeakerStats Subtitles VideoLayout VirtualBackground
    DocumentLocking Folders Trash Versioning
    AdvancedFeatures CategoryTagSystem Dashboard DashboardFeatures Enterprise EntityLifecycle EventSystem
    GitIntegration Integration Integrations ModerationControl Organization PDF_Tools Plugins Reports
  `,
  AuthZ: `
    ClientManagement ClientPolicies OrganizationManagement RealmManagement RoleGroupManagement
    DashboardRBAC DeviceFlowCIBA MemberManagement SessionEvents
  `,
  Quality: `Settings Theme Theming`,
};

/** The backbone of each category whose prefix alone does not tell it. */
export const BACKBONE_OF_CATEGORY: ReadonlyMap<string, Backbone> = new Map(
  BACKBONES.flatMap((backbone) =>
    `${NAMED[backbone]} ${BY_DEFINITION[backbone]}`
      .trim()
      .split(/\s+/)
      .map((category) => [category, backbone]),
  ),
);

/** For every other category: the first prefix that it starts with decides. */
export const BACKBONE_OF_PREFIX: readonly (readonly [prefix: string, Backbone])[] = [
  ["API", "API"],
  ["Api", "API"],
  ["BusinessLogic", "Logic"],
  ["DataModel", "Data"],
  ["Architecture", "Quality"],
  ["Frontend", "Quality"],
  ["UI", "Quality"],
  ["Auth", "AuthZ"],
];
