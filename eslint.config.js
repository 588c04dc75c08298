import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

/** Who may import whom: a room, and the rooms that it may use beside `model`, `errors` and itself. */
const ROOMS = {
  model: [],
  ports: [],
  document: ["primitives"],
  dialects: ["document", "primitives", "match"],
  match: ["ports", "primitives"],
  primitives: ["ports", "match"],
  identity: ["ports", "match"],
  load: ["document", "dialects", "lint", "primitives", "plan"],
  lint: ["document", "dialects", "primitives", "plan", "match", "aggregate"],
  plan: ["document", "primitives"],
  score: [],
  execute: ["ports", "match", "primitives", "plan", "identity", "score"],
  aggregate: [],
  report: [],
  schema: ["document", "primitives"],
  judges: ["ports", "primitives"],
  adapters: ["ports", "judges"],
  cli: ["report", "lint", "load", "schema", "primitives", "aggregate"],
  testing: ["primitives", "ports", "lint", "load"],
};

const zones = Object.entries(ROOMS).map(([room, allowed]) => ({
  target: `./src/${room}`,
  from: "./src",
  except: [...new Set([room, "model", "errors.ts", ...allowed, ...(room === "cli" || room === "testing" ? ["index.ts", "evaluate.ts", "options.ts", "documents.ts"] : [])])].map((name) => `./${name}`),
  message: `src/${room} may import ${["model", "errors", ...allowed].join(", ")} and nothing else of src`,
}));

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "examples/directus/app/", "coverage/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: { "no-restricted-properties": ["error", { object: "URL", property: "canParse", message: "use parseUrl of model/parse-url.ts" }] },
  },
  {
    files: ["src/**/*.ts"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver({ project: "tsconfig.json" })] },
    rules: {
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-default-export": "error",
      "no-console": "error",
    },
  },
  {
    // third-party I/O is loaded by adapters alone
    files: ["src/**/*.ts"],
    ignores: ["src/adapters/**"],
    rules: { "no-restricted-imports": ["error", { paths: ["undici", "pg", "mysql2", "playwright-core", "child_process", "node:child_process"] }] },
  },
  {
    // a fake of an asynchronous function need not wait for anything
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
  {
    files: ["**/*.js"],
    languageOptions: { globals: { process: "readonly", console: "readonly", Buffer: "readonly", URL: "readonly", fetch: "readonly", setTimeout: "readonly", clearTimeout: "readonly", setInterval: "readonly", clearInterval: "readonly", AbortController: "readonly", AbortSignal: "readonly", URLSearchParams: "readonly", performance: "readonly", FormData: "readonly", Blob: "readonly", TextDecoder: "readonly", TextEncoder: "readonly", setImmediate: "readonly", structuredClone: "readonly" } },
  },
);
