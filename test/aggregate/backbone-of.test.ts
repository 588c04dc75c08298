import { describe, expect, it } from "vitest";
import { BACKBONE_OF_CATEGORY } from "../../src/aggregate/backbone-map.js";
import { backboneOf } from "../../src/aggregate/backbone-of.js";
import { BACKBONES } from "../../src/model/evaluation.js";

describe("backboneOf", () => {
  // Every category that SaaSBench appendix B.6 spells out.
  it.each([
    ["Deploy", "Deployment Setup Build Configuration Maintenance Teardown TestFixture BackgroundJobs CLI"],
    ["Data", "DataModel DataModel_Orders Datasource DatabaseDiscovery Metadata Cache CacheSystem FileSystem MediaManagement"],
    ["Data", "Upload ImportExport IngestionCLI EventProcessing RLS Lineage"],
    ["API", "API API_GraphQL API_FHIR API_v2_EE ApiRest CRUD TaskCRUD GraphQL GraphQLAPI tRPC WebSocket Webhook Webhooks"],
    ["API", "Realtime NotificationRealtime Search SearchDiscovery Action ActionCollection ChatSystem TransactionalEmail Validation"],
    ["Logic", "BusinessLogic BusinessLogic_DoubleEntry Workflow CronJobs AsyncTasks Order Cart Subscription Payment Tax Inventory"],
    ["Logic", "InvoiceLifecycle ChargeModels BadgeSystem QuestSystem PetMount Recording BreakoutRooms Whiteboard ConferenceFlow"],
    ["Logic", "ModerationReview TrustLevel TemplateManagement Plugin HookSystem Sharing"],
    ["AuthZ", "Authentication Authorization Authorization_Fine RBAC AccessControl Permission AuditLog AuditCompliance PasswordPolicy"],
    ["AuthZ", "BruteForceDetection APIKey Security SecurityCrypto OAuth2 OAuthProvider OIDCProtocol SAMLProtocol TokenExchange"],
    ["AuthZ", "IdentityProvider KeyManagement ProtocolMappers UserManagement BusinessLogic_2FA BusinessLogic_Identity"],
    ["Quality", "ArchitectureQuality Architecture Frontend Frontend_A11y UI UI_Forms EdgeCases ErrorHandling AdminPanel AdminUI"],
    ["Quality", "Internationalization Localization ConfigAndAdmin"],
  ])("puts under %s: %s", (backbone, categories) => {
    for (const category of categories.split(" ")) expect([category, backboneOf(category)]).toEqual([category, backbone]);
  });

  it.each(["Zebra", "", "__proto__", "constructor", "toString", "api", "rbac", " RBAC"])("does not know %j", (category) => {
    expect(backboneOf(category)).toBe("Unmapped");
  });

  it("knows 214 categories exactly, each under one of the six", () => {
    expect(BACKBONE_OF_CATEGORY.size).toBe(214);
    for (const backbone of BACKBONE_OF_CATEGORY.values()) expect(BACKBONES).toContain(backbone);
  });

  it("asks the overrides first, and only their own keys", () => {
    expect(backboneOf("Zebra", { Zebra: "Quality" })).toBe("Quality");
    expect(backboneOf("RBAC", { RBAC: "Logic" })).toBe("Logic");
    expect(backboneOf("toString", { Zebra: "Quality" })).toBe("Unmapped");
  });

  it("refuses overrides that name no backbone, all at once", () => {
    const overrides = { A: "Backend" as "API", B: "data" as "Data" };
    expect(() => backboneOf("A", overrides)).toThrow(/"A".*Backend.*"B".*data/);
  });
});
