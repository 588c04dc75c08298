// @ts-check
/** For `dagrade run`: where the album and its storage are. The keys are those that the album itself has. */
const { ALBUM_URL = "http://127.0.0.1:3000", S3_ENDPOINT = "http://127.0.0.1:9000", S3_ACCESS_KEY = "", S3_SECRET_KEY = "" } = process.env;

export default {
  target: { baseUrl: ALBUM_URL, origins: [S3_ENDPOINT], secrets: [S3_SECRET_KEY].filter((secret) => secret !== "") },
  variables: { s3_endpoint: S3_ENDPOINT, s3_access_key: S3_ACCESS_KEY, s3_secret_key: S3_SECRET_KEY },
};
